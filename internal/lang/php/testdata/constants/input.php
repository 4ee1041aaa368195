<?php

namespace Units;

/** Seconds in a minute. */
const MINUTE = 60;
const HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const NAME = 'units';

if (!defined('DEBUG')) {
    define('DEBUG', (bool) getenv('DEBUG'));
}

class Clock
{
    const TICK = MINUTE / 60;
    private const FORMAT = 'H:i', ZONE = \DateTimeZone::UTC;

    public function format(): string
    {
        return date(static::FORMAT, DAY + \Units\HOUR + self::TICK + PHP_INT_SIZE + namespace\MINUTE);
    }
}
