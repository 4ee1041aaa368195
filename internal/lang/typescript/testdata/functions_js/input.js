#!/usr/bin/env node
"use strict";

/** Adds. */
function add(a, b = 1, ...rest) {
  return a + b + rest.length;
}

async function fetchAll(urls) {
  return Promise.all(urls.map(async (url) => (await fetch(url)).json()));
}

const double = (x) => x * 2;
let triple = function (x) { return x * 3; };
var self = this, counter = 0;

function* ids() { yield counter++; }

// Reassigned later.
var hook;
hook = function (value) { return value; };

export default async ({ a, b: [c, d] }) => a + c + d;
export { add, double as twice };
