<?php

declare(strict_types=1);

/**
 * Money helpers. They never round twice.
 *
 * @package Shop
 */

namespace Shop\Money;

use Shop\Currency;

/**
 * Formats an amount for people.
 *
 * @param int $cents the amount
 */
function format_money(int $cents, ?Currency $currency = null, string ...$flags): string
{
    return number_format($cents / 100, 2) . ' ' . ($currency?->code ?? DEFAULT_CODE);
}

// Swaps two values in place.
function swap(&$a, &$b): void
{
    [$a, $b] = [$b, $a];
}

function &registry(array|Currency $key, (\Countable&\Traversable)|null $extra): iterable
{
    static $entries = [];
    return $entries[$key];
}

/** @return never */
function fail(
    string $message, // shown to the user
    int $status = 500,
): never {
    throw new \RuntimeException($message, $status);
}

if (!function_exists('array_sum_by')) {
    /** Sums what the callback gives. */
    function array_sum_by(array $rows, callable $pick) {
        return array_sum(array_map($pick, $rows));
    }
}

$double = function (int $n) use ($double): int { return twice($n); };
$triple = static fn(int $n): int => $n * FACTOR;
