/* Copyright of somebody. */

/*
 * Helpers for dates.
 * More words.
 */

-- ------------------
-- Days off.
-- ------------------
CREATE TABLE holidays ( -- trailing, not the column's
    -- The day itself.
    day date, /* block */
    name text, -- its name
    hours int /* in the middle */ NOT NULL
);

-- Not about the next one.

CREATE TABLE plain (a int);
SELECT '-- no comment', "/* nor this */", 1 -- yes
/* unfinished
