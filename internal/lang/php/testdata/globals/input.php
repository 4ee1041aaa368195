<?php
/**
 * Site configuration.
 */

$dbHost = 'localhost';
$conf['title'] = 'My Site';
$app = new App($dbHost);
$dbHost = getenv('DB_HOST') ?: $dbHost;
$app->boot($conf)->start();
$counter++;

if ($debug ?? false) {
    $level = 10;
}

foreach ($argv as $key => $arg) {
    echo $arg, $_SERVER['argc'], $GLOBALS['x'];
}

function site_title($fallback)
{
    global $conf, $app;
    $conf['seen'] = $fallback;
    $app = null;
    $local = $conf;
    return $local['title'];
}

function other() { $conf = 1; return $conf; }

$app->get('/', function ($request) use ($app) {
    return $app->render($request);
});

class Reader { public function read() { global $dbHost; return $dbHost . $this->conf; } }
