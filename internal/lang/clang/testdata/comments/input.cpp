// Copyright 2020 Someone. All rights reserved.
// Licensed under the MIT license.

// Keeps time. More of it below.

#include <chrono>

/** Ticks once.
 *  @param n how often
 */
void tick(int n /* times */, // trailing
          char c);

/// \brief Tocks.
void tock();

int a = 1;  // about a
int b = 2;  /* about b */

/* detached */

int c;  //!< about c

#define LIMIT 3  // how many

const char *s = "// no comment", *t = R"x(/* neither )" */)x";
char q = '"'; // after a quote
int d = 1'000'000; // separators
/* unfinished tail
