// Package broken is being typed.
package broken

import "fmt"

type First struct {
	Name string
}

// half is not finished yet.
func half(a int, b {
	if a > {
		fmt.Println("x"

// After comes after it.
func After(x int) error {
	return fmt.Errorf("x %d", x)
}

type Bad struct {
	A int
	B map[string
	C string
}

// Good is untouched.
type Good interface {
	Do(ctx Context) error
}

func (g *Impl) Do(ctx Context) error { return ctx.Err() ) }

var x = 

const Limit = 10

func (

func Last() { After(1) }
