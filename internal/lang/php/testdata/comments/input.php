<?php
/*
 * This file is part of the Example package.
 *
 * (c) Somebody
 */

/**
 * Reads tokens, one at a time.
 *
 * More about it.
 */

namespace Example;

# A hash comment documents too.
class Lexer
{
    // not a doc, a blank line follows

    public $first; // trailing

    // Is this a doc?

    public $asked;

    /** @var int */
    public $second;

    /** How many tokens were read. @var int */
    public $third;

    /**
     * {@inheritdoc}
     */
    public function next(/* inline */ $a, $b /* last */)
    {
        // inside
        return $a; # "quoted" in a comment
    }

    /**
     * Peeks without moving.
     * Second sentence.
     *
     * @return string
     */
    #[Pure]
    public function peek() // a note
    {
    }

    /* plain block */
    const SEP = "// not a comment", HASH = '# neither';
}
/** unfinished
