<?php

namespace App\Concerns;

trait Greets
{
    use Speaks;

    public static int $count = 0;
    const HELLO = 'hello';

    public function greet(): string { return self::HELLO . $this->name(); }
}

class Robot extends Machine
{
    use Greets, \Vendor\Walks, Sub\Talks {
        Greets::greet insteadof Talks;
        Talks::greet as protected talkGreet;
        walk as march;
        stop as private;
    }
    use SoftDeletes;

    public function name(): string { return $this->march(); }
}
