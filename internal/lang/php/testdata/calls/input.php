<?php

namespace App;

class Checkout extends Step
{
    private Cart $cart;
    private static array $seen = [];

    public function run(Request $request, ?Mailer $mailer): Receipt
    {
        $this->validate($request);
        $this->cart->total()->format();
        $this->cart->owner->name = 'x';
        $mailer?->send($request->user()?->email);
        parent::run($request, $mailer);
        self::remember($request->id);
        static::$seen[] = $request->id;
        self::$seen += [1];
        Receipt::create(self::LIMIT, Receipt::DRAFT);
        \App\Log::write(\strlen($request->body), Level::Debug->label());
        Util\Text::trim($request);
        \Sentry\capture($request);
        $callback = [$this, 'validate'];
        $callback($request);
        $class = Receipt::class;
        $made = new $class();
        $object = new Receipt(cart: $this->cart, ttl: TTL);
        $other = (new Receipt)->sign(\PHP_INT_MAX);
        $third = make_receipt()->sign();
        $static = new static;
        if ($object instanceof Signed && !($other instanceof \App\Draft)) {
            return Receipt::find(1)->first()->owner;
        }
        try {
            $this->{$request->name}();
                $this->$callback();
            $this->{METHOD}(__CLASS__, $this->{__FUNCTION__});
            [$this->cart, $x] = $this->split(...);
            $this->count++;
            unset($this->cache[1], $this->gone);
        } catch (NotFound | \App\Denied $e) {
            die($e->getMessage());
        }
        $rows[0]->save();
        foreach ($request->items as $this->key => $item) {
            $item->touch();
        }
        $f = $request->handler;
        ($request->handler)($f);
        ($this->cart)->close();
        clone($this->cart)->open();
        "text"->impossible;
        return match (true) {
            $request->ok => Receipt::OK,
            default => exit(__LINE__ . PHP_EOL),
        };
    }
}

function helper(): void
{
    array_map(strlen(...), array_filter([]));
    Checkout::{'dynamic'};
    Checkout::$seen;
    $a::VERSION;
    goto end;
    end:
    isset($a->b, $c[NAME]);
}
