<?php

namespace App\Dto;

final class Invoice
{
    /** Makes an invoice. */
    public function __construct(
        /** The number on paper. */
        public readonly string $number,
        private readonly ?Customer $customer = null,
        #[Sensitive] protected Money|int &$total = 0,
        readonly \DateTimeImmutable $date = new \DateTimeImmutable(),
        readonly ?Customer $payer = null,
        readonly int|string $code = self::CODE,
        string $note = '',
        Line ...$lines,
    ) {
        $this->check($note);
    }
}
