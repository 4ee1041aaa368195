// Copyright (c) Example authors.
// Licensed under the MIT license.

/**
 * @fileoverview Formats dates for the calendar.
 */

/* eslint-disable no-console */
const pattern = /\/\/ not a comment "nor" a string/g;
const text = "// not a comment"; // trailing
const long = `first ${call(`inner ${deep} tail`)} /* no */ last`;
/* block */ const mixed = 'it\'s' /* inside */ + "x";

/**
 * Adds a day.
 *
 * @param date the day before
 * @returns the day after
 */
export function next(/* unused */ date: Date, // trailing
  by = 1): Date {
  return new Date(+date + by * 864e5);
}

// A note apart.

/** One line. And more. */
export const zero = 0;

export class Calendar {
  /** Weeks shown. */
  weeks = 4;

  // Moves to today.
  // Second line.
  @Hot()
  // between
  today() {}
}
