<?php

class Account
{
    public $plain;
    var $old = 'x';
    public ?string $name = null, $nick = 'n';
    protected static int $count = 0;
    private readonly array|Collection $items;
    public private(set) string $iban;
    protected(set) int $balance = -1;
    static $loose = [];
    /** Retries before giving up. */
    #[Column('retries')]
    private int $retries = self::RETRIES;
    private $long = 'a text that is so long that nobody wants to see it in a signature';
    public string $full {
        get => $this->first . ' ' . $this->last;
        set(string $value) {
            [$this->first, $this->last] = explode(' ', $value);
        }
    }
    public int $age { get; }

    const RETRIES = 3, BACKOFF = 1.5;
    protected const array OPTIONS = [];

    public function touch(): void
    {
        $this->name = strtoupper($this->nick);
        $this->items['x'] = self::$count++;
        static::$loose = [];
        Account::$count .= $this->full;
        foreach (self::OPTIONS as $k => $this->age) {
            echo $k;
        }
        list('a' => $this->plain, $this->old) = $this->items;
    }
}
