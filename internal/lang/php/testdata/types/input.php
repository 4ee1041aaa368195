<?php

namespace App\Storage;

use App\Contracts\Store as StoreContract;
use Countable;

/** What every store can do. */
interface Store extends StoreContract, Countable, \ArrayAccess
{
    const int LIMIT = 100;

    public function get(string $key): ?string;

    public static function open(string $dsn): static;
}

/**
 * Shared parts of stores.
 */
abstract class BaseStore implements Store
{
    /** Open handles. */
    protected array $handles = [];

    abstract protected function flush(): void;

    public function __construct(string $dsn)
    {
        $this->handles[] = $this->connect($dsn);
    }

    public function __destruct() { $this->flush(); }

    private function connect(string $dsn): object
    {
        return new Connection($dsn);
    }

    public function count(): int { return count($this->handles); }
}

final class FileStore extends BaseStore
{
    final public const string EXTENSION = '.db';

    public function get(string $key): ?string
    {
        return parent::get($key) ?? self::$cache[$key] ?? null;
    }

    protected function flush(): void {}

    public static ?self $cache = null;
}

readonly class Point
{
    public int $x;
    public int|float $y;
}

trait Logs
{
    abstract protected function channel(): string;

    public function log(string $line): void
    {
        error_log($this->channel() . $line);
    }
}

class Empty_ {}
