<?php

class Good
{
    public function before(): int { return count($this->items); }

    public function bad( { $x = ; }

    public function after(): string { return self::NAME; }
}

function standalone(string $s): string
{
    return strtoupper($s);
}

if ($x {
    call_me();
}

class Last extends Good
{
    private $tail = 1;
    function end() { return new Good(
