<?php

namespace Cards;

/** The four suits. */
enum Suit: string implements HasColor
{
    use Describes;

    case Hearts = 'H';

    /** Black and pointed. */
    #[Symbol('♠')]
    case Spades = 'S';
    case Wild = Defaults::WILD;

    public function color(): Color
    {
        return match ($this) {
            self::Hearts => Color::Red,
            Suit::Spades, static::Wild => Color::Black,
        };
    }

    public static function parse(string $s): ?self { return self::tryFrom($s); }
}

enum Status
{
    case Open;
    case Closed;
}

#[Flags]
enum Level: int
{
    case Low = 1;
    case High = 2;

    /** What is used when nothing is said. */
    public const DEFAULT = self::Low;
    private const array ALL = [self::Low, self::High]; // }

    #[Pure]
    public static function fromName(string $name): self
    {
        return constant("self::$name");
    }

    final protected function weight(): int { return $this->value * self::FACTOR; }

    case Extreme = 9;
}

enum Tiny { const A = self::B; case B; }

class AfterEnums
{
    const DONE = true;
    public function level(): Level { return Level::DEFAULT; }
}

function after_enums(): void {}
