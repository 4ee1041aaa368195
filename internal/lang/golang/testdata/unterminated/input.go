package query

import "strings"

var fine = `select *
from a`

func typing() string {
	q := `select
	return q
}

// Next must be found.
func Next(s string) string {
	return strings.ToUpper(s + `x`)
}

/* also typing

type Row struct{ ID int }

var tail = "abc
func End() {}
