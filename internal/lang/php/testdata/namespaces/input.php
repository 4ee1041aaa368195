<?php

/** Two namespaces in one file. */

namespace First\Part {
    const LIMIT = 1;

    class Alpha {}

    function alpha(): Alpha { return new Alpha(); }
}

namespace Second {
    use First\Part\Alpha;

    class Beta extends Alpha
    {
        public function go() { return namespace\gamma(); }
    }

    function gamma() { return \First\Part\alpha(); }
}
