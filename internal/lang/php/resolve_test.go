package php_test

import (
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/php"
)

func targets(t *testing.T, tree langtest.Tree, from, want string) {
	t.Helper()
	if got := langtest.Targets(t, php.Definition(), tree, from); got != want {
		t.Errorf("%s:\n got %s\nwant %s", from, got, want)
	}
}

func TestResolveComposer(t *testing.T) {
	tree := langtest.Tree{
		"composer.json": `{"autoload": {
			"psr-4": {"App\\": "src/", "App\\Special\\": ["special/a", "special/b/"], "Shared\\": "packages/shared/lib"},
			"psr-0": {"Legacy_": "legacy/", "Old\\": "old"},
			"classmap": ["maps/", "one/Only.php"],
			"files": ["src/helpers.php"]},
			"autoload-dev": {"psr-4": {"App\\Tests\\": "tests/"}}}`,
		"src/Models/User.php":           "<?php",
		"src/Special/Thing.php":         "<?php",
		"special/b/Thing.php":           "<?php",
		"special/b/Sub/Deep.php":        "<?php",
		"tests/UserTest.php":            "<?php",
		"legacy/Legacy/Db/Pdo.php":      "<?php",
		"old/Old/Name/A/B.php":          "<?php",
		"maps/x/Mapped.php":             "<?php namespace Any;",
		"maps/a/Twice.php":              "<?php namespace Any;",
		"maps/b/Twice.php":              "<?php namespace Any;",
		"one/Only.php":                  "<?php",
		"src/helpers.php":               "<?php namespace App;",
		"src/Text/functions.php":        "<?php namespace App\\Text;",
		"packages/shared/lib/Bag.php":   "<?php",
		"vendor/acme/kit/composer.json": `{"autoload": {"psr-4": {"Acme\\Kit\\": ""}}}`,
		"vendor/acme/kit/Io/File.php":   "<?php",
		"broken/composer.json":          `{"autoload": `,
		"odd/composer.json":             `{"autoload": {"psr-4": [], "files": "../../outside.php"}}`,
		"src/Http/Controller.php": `<?php
namespace App\Http;
use App\Models\User;
use App\Missing\User as Other;
use App\Special\{Thing, Sub\Deep};
use App\Tests\UserTest;
use Legacy_Db_Pdo;
use Old\Name\A_B;
use Any\Mapped, Any\Twice, Only;
use Shared\Bag;
use Acme\Kit\Io\File;
use Vendor\Http\Client;
use function App\Text\trim;
use function App\tap;
use const App\VERSION;
use function Vendor\run;
trim(tap(VERSION, run()));
`,
	}
	targets(t, tree, "src/Http/Controller.php", `App\Models\User -> src/Models/User.php: src/Models/User.php
App\Missing\User -> App\Missing\User
App\Special\Thing -> special/b/Thing.php: special/b/Thing.php
App\Special\Sub\Deep -> special/b/Sub/Deep.php: special/b/Sub/Deep.php
App\Tests\UserTest -> tests/UserTest.php: tests/UserTest.php
Legacy_Db_Pdo -> legacy/Legacy/Db/Pdo.php: legacy/Legacy/Db/Pdo.php
Old\Name\A_B -> old/Old/Name/A/B.php: old/Old/Name/A/B.php
Any\Mapped -> maps/x/Mapped.php: maps/x/Mapped.php
Any\Twice -> Any\Twice
Only -> one/Only.php: one/Only.php
Shared\Bag -> packages/shared/lib/Bag.php: packages/shared/lib/Bag.php
Acme\Kit\Io\File -> vendor/acme/kit/Io/File.php: vendor/acme/kit/Io/File.php
Vendor\Http\Client -> Vendor\Http\Client
App\Text\trim -> src/Text/functions.php: src/Text/functions.php
App\tap -> src/helpers.php: src/helpers.php
App\VERSION -> src/helpers.php: src/helpers.php
Vendor\run -> Vendor\run
`)
}

func TestResolveForms(t *testing.T) { langtest.Forms(t, php.Definition()) }

func TestResolveNearestPackageFirst(t *testing.T) {
	tree := langtest.Tree{
		"composer.json":              `{"autoload": {"psr-4": {"Kit\\": "kit/"}}}`,
		"kit/A.php":                  "<?php",
		"plugins/one/composer.json":  `{"autoload": {"psr-4": {"Kit\\": "lib/"}}}`,
		"plugins/one/lib/A.php":      "<?php",
		"plugins/one/lib/Use.php":    "<?php use Kit\\A;",
		"plugins/two/Use.php":        "<?php use Kit\\A;",
		"plugins/one/lib/deep/C.php": "<?php",
	}
	targets(t, tree, "plugins/one/lib/Use.php", "Kit\\A -> plugins/one/lib/A.php: plugins/one/lib/A.php\n")
	targets(t, tree, "plugins/two/Use.php", "Kit\\A -> kit/A.php: kit/A.php\n")
}

func TestResolveBySuffix(t *testing.T) {
	tree := langtest.Tree{
		"app/Model/User.php":      "<?php",
		"lib/Model/Order.php":     "<?php",
		"old/Model/Order.php":     "<?php",
		"old/Shop/Model/Cart.php": "<?php",
		"new/Model/Cart.php":      "<?php",
		"lib/Exception.php":       "<?php",
		"lib/pkg/composer.json":   `{"autoload": {"psr-4": {"Pkg\\": "src/"}}}`,
		"lib/pkg/src/Io/File.php": "<?php",
		"index.php":               `<?php use My\Model\User; use My\Model\Order; use My\Shop\Model\Cart; use Exception; use Other\Exception as E; use Other\Io\File;`,
	}
	// Order is in two places; Exception shares its name only; the package
	// says that its File is not Other's.
	targets(t, tree, "index.php", `My\Model\User -> app/Model/User.php: app/Model/User.php
My\Model\Order -> My\Model\Order
My\Shop\Model\Cart -> old/Shop/Model/Cart.php: old/Shop/Model/Cart.php
Exception -> Exception
Other\Exception -> Other\Exception
Other\Io\File -> Other\Io\File
`)
}

func TestResolveIncludes(t *testing.T) {
	tree := langtest.Tree{
		"config.php":        "<?php",
		"lib/db.php":        "<?php",
		"web/lib/db.php":    "<?php",
		"web/local.php":     "<?php",
		"core/inc/load.php": "<?php",
		"a/dup.php":         "<?php",
		"b/dup.php":         "<?php",
		"web/index.php": `<?php
require 'config.php';
require 'lib/db.php';
require './local.php';
require './config.php';
require __DIR__ . '/../config.php';
require __DIR__ . '/config.php';
require __DIR__ . '/../../../etc/passwd';
require ROOT . '/inc/load.php';
require ROOT . '/dup.php';
require 'missing.php';
`,
	}
	targets(t, tree, "web/index.php", `config.php -> config.php: config.php
lib/db.php -> web/lib/db.php: web/lib/db.php
./local.php -> web/local.php: web/local.php
./config.php -> ./config.php
../config.php -> config.php: config.php
./config.php -> ./config.php
../../../etc/passwd -> ../../../etc/passwd
*/inc/load.php -> core/inc/load.php: core/inc/load.php
*/dup.php -> */dup.php
missing.php -> missing.php
`)
}
