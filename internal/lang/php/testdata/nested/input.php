<?php

class Outer
{
    public function build(): object
    {
        $inner = new class($this) extends Base implements Runs {
            public int $tries = 0;
            const LIMIT = 3;

            public function __construct(private Outer $outer) {}

            public function run(): void
            {
                $this->outer->done();
                array_map(function ($x) { return $this->tries + $x->weight; }, []);
            }
        };
        function made_on_call() {
            class MadeOnCall { public $field; }
        }
        define('MADE_BY_BUILD', 1);
        return $inner;
    }

    public function done(): void
    {
        $f = fn($x) => fn($y) => compose($x, $y);
        $g = static function () use ($f): void {
            helper(function () { deep(); });
        };
    }
}

return new class extends Migration {
    public function up(): void
    {
        Schema::create('users', function (Blueprint $table) {
            $table->id();
        });
    }
};
