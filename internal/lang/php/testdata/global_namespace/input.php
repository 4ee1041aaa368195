<?php

namespace Stub {
    class Known {}
}

namespace {
    class GlobalThing {}
    function global_function() {}
    $kept = new Stub\Known();
}
