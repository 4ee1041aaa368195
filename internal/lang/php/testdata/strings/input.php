<?php

class Page
{
    public function text(): string
    {
        $a = 'single \' // no comment';
        $b = "name: $this->name, first {$this->rows[0]->title} and $list[key] or $list[0]\n";
        $c = "call {$this->t(self::KEY)} and ${legacy} and {$map['k'][KEY]}";
        $d = <<<HTML
            <h1>{$this->title()}</h1> /* no comment */
            <p>$this->body</p>
            HTML;
        $e = <<<'RAW'
            $not->code {$this->raw()}
            RAW;
        $f = `ls -l $dir {$this->dir}`;
        $g = <<<"QUOTED"
            plain
            QUOTED . b'bytes' . "";
        return "$a$b" . $c . 'Page::text';
    }
}
