<?php

namespace App;

/** Sends mail. */
final class Mailer extends Base implements Sends
{
    /** How often. */
    const TRIES = 3;
    private
    var $queue
    protected static ?Client $client = null;

    public function __construct(private Client $c, readonly string $from)
    {
        $this->client = $c

    /** Sends one. */
    public static function send(Message $m): bool
    {
        return $this->client->push($m);
    }

    private function retry(
        int $times,
    // stopped typing here
}

function after(): void
{
    Mailer::send(new Message());
}
