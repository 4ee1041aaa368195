// Copyright 2020 The Example Authors. All rights reserved.
// Use of this source code is governed by a BSD-style license.

//go:build linux && !cgo
// +build linux,!cgo

// This file implements the clock. It is Linux only.

package clock

//go:generate stringer -type=Phase

// Phase is a phase of the moon.
//
//go:notinheap
type Phase int

// Phases in order.
const (
	New   Phase = iota // no light
	First              // waxing
	// Full is bright.
	Full
)

//nolint:unused
// Tick advances the clock.
//go:noinline
func Tick( /* in seconds */ n int /* > 0 */) /* nothing */ {
	s := "// not a comment" + `/* nor
this */` // trailing
	r := '"' // a quote
	_, _ = s, r
}

//line generated.y:100
func afterLine() {} /* same line */ /* again */

// detached comment

func Plain() {}

/* block doc. More. */
func Block() {}

var (
	// Epoch is the start.
	Epoch = 0

	zone = "UTC" // where we are
)

func 世界(π float64) {} // non-ASCII names
