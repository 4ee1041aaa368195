<?php
// Loads everything.

include 'config.php';
include_once "lib/db.inc.php";
require_once('vendor/autoload.php');
require_once __DIR__ . '/helpers.php';
require __DIR__.'/../shared/'.'paths.php';
require dirname(__FILE__) . '/old.php';
require dirname(__DIR__) . '/up.php';
require dirname(dirname(__FILE__)) . '/up2.php';
require_once dirname(__DIR__, 2) . '/far/up.php';
require ABSPATH . WPINC . '/load.php';
require ABSPATH . 'wp-settings.php';
require "$root/includes/Setup.php";
require "{$root}/braces.php";
require $root . '/modules/list.php';
require $name . '.php';
require $file;
require __DIR__ . "/views/$view.php";
require __DIR__ . '/' . $lang . '.php';
$config = include './settings.php';
require __DIR__;
if (file_exists($f = __DIR__ . '/local.php')) {
    require $f;
}
