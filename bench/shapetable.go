package main

// shapeTable is what the comparison with ast-grep asks, by language: calls,
// declarations, statements, literals, the same code twice, lists with and
// without something behind them. Nothing was taken out of it for differing.
var shapeTable = map[string][]string{
	"go": {
		`if err != nil { return $$$ }`, `defer $X.Close()`, `func ($R $T) $M($$$) error { $$$ }`, `errors.New($A)`, `fmt.Sprintf($F, $$$ARGS)`,
		`for $I := 0; $I < $N; $I++ { $$$ }`, `$A = append($A, $$$)`, `go func() { $$$ }()`, `$X.Lock()`, `type $T struct { $$$ }`,
	},
	"python": {
		`self.$X = $X`, `isinstance($A, $B)`, `$D.get($K, None)`, `assert $A == $B`, `[$X for $X in $L]`, `raise ValueError($$$)`,
		`if $X is None: $$$`, `class $C($B): $$$`, `def $F(self, $$$): $$$`, `import $M`,
	},
	"typescript": {
		`console.log($$$)`, `expect($A).toBe($B)`, `$A && $A.$B`, `export function $F($$$) { $$$ }`, `$A as any`, `new Map()`, `const $X = $Y`,
		`import { $$$ } from '$M'`, `async ($$$) => { $$$ }`,
	},
	"tsx": {
		`useState($A)`, `<$C $$$ />`, `useEffect(() => { $$$ }, [])`, `const [$A, $B] = $C`, `return $X ? $Y : null`,
	},
	"javascript": {
		`var $X = require($M)`, `module.exports = $X`, `function $F($$$) { $$$ }`, `typeof $X === 'function'`, `$A === undefined`, `$F($A, $A)`,
	},
	"java": {
		`System.out.println($$$)`, `new $T()`, `if ($X == null) { $$$ }`, `$A.equals($B)`, `throw new IllegalArgumentException($$$)`,
		`for ($T $V : $L) { $$$ }`, `public static $T $M($$$P) { $$$B }`, `@Override`,
	},
	"csharp": {
		`new $T($$$)`, `if ($X == null) return $Y;`, `throw new ArgumentNullException($$$)`, `$A.ToString()`, `foreach (var $X in $L) { $$$ }`,
	},
	"c": {
		`if (!$P) return $E;`, `$P = malloc($$$);`, `sizeof($T)`, `for ($I = 0; $I < $N; $I++) { $$$ }`, `static int $F($$$) { $$$ }`, `zfree($P)`, `#define $N $V`,
		`return -1;`,
	},
	"cpp": {
		`std::move($X)`, `template <typename $T> $D`, `namespace $N { $$$ }`, `static_cast<$T>($X)`, `for (const auto& $X : $L) { $$$ }`, `$A->$F($$$)`,
	},
	"rust": {
		`$X.unwrap()`, `Ok($X)`, `match $X { $$$ }`, `fn $F(&self) -> $T { $$$ }`, `if let Some($X) = $Y { $$$ }`, `println!($$$)`, `impl $T for $U { $$$ }`,
		`$A.clone()`,
	},
	"ruby": {
		`$X.each do |$Y| $$$ end`, `def $M($$$) $$$ end`, `attr_reader $$$`, `raise $E, $M`, `$X.nil?`, `return if $C`, `$A || $A`,
	},
	"php": {
		`$this->$M($$$)`, `new $C($$$)`, `isset($X)`, `return null;`, `throw new \InvalidArgumentException($$$);`, `count($X) > 0`, `array_map($$$)`,
	},
	"scala": {
		`Some($X)`, `case class $C($$$)`, `$A.map($F)`, `if ($C) $X else $Y`, `import $M`,
	},
	"bash": {
		`echo $$$`, `if [ $$$ ]; then $$$; fi`, `[ -n $X ]`, `cd $D`, `return 1`,
	},
	"lua": {
		`local $X = require($M)`, `print($$$)`, `if $X == nil then $$$ end`, `function $F($$$) $$$ end`,
	},
	"kotlin": {
		`println($$$)`, `val $X = $Y`, `$X?.$M()`, `throw IllegalStateException($$$)`,
	},
}

// shapeRules are rules that are compared besides, by language.
var shapeRules = map[string][]string{
	"go": {
		`{"kind":"call_expression","inside":{"kind":"defer_statement"}}`,
		`{"pattern":"return nil","inside":{"pattern":"if err != nil { $$$ }","stopBy":"end"}}`,
		`{"kind":"function_declaration","has":{"kind":"go_statement","stopBy":"end"},"not":{"has":{"pattern":"$X.Wait()","stopBy":"end"}}}`,
		`{"pattern":{"context":"func f() { errors.New($A) }","selector":"call_expression"}}`,
	},
	"python": {
		`{"any":[{"pattern":"print($$$)"},{"pattern":"logging.$M($$$)"}]}`,
		`{"kind":"identifier","regex":"^__[a-z]+__$","nthChild":1}`,
		`{"kind":"return_statement","follows":{"kind":"if_statement"}}`,
	},
	"typescript": {
		`{"pattern":"await $X","inside":{"kind":"for_in_statement","stopBy":"end"}}`,
		`{"kind":"property_identifier","inside":{"kind":"call_expression","field":"function","stopBy":{"kind":"statement_block"}}}`,
		`{"all":[{"kind":"call_expression"},{"has":{"field":"function","regex":"^use[A-Z]"}}]}`,
		`{"pattern":{"context":"foo($A)","strictness":"signature"}}`,
		`{"kind":"formal_parameters","has":{"nthChild":{"position":3}}}`,
	},
	"rust": {
		`{"pattern":"$X.unwrap()","not":{"inside":{"kind":"mod_item","stopBy":"end"}}}`,
		`{"kind":"attribute_item","precedes":{"kind":"function_item"}}`,
	},
}
