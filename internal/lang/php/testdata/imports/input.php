<?php

namespace App\Http;

use App\Models\User;
use App\Models\Order as Purchase;
use \App\Services\Mailer, App\Services\Queue;
use App\Support\{Str, Arr as A, Path\Join};
use function App\Support\tap;
use function App\Support\{retry, once as single};
use const App\Support\VERSION;
use App\Mixed\{function helper, const LIMIT as MAX, Thing};
use Exception;

require __DIR__ . '/bootstrap.php';

class Controller
{
    public function index(User $user, Purchase $order): Join
    {
        tap($user);
        echo VERSION, MAX, Str::class;
        return single(fn() => new Thing());
    }
}
