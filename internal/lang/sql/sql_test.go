package sql_test

import (
	"fmt"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/sql"
)

func TestSQL(t *testing.T) { langtest.Run(t, sql.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, sql.Definition()) }

func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for name, src := range map[string]string{
		"parentheses": "SELECT " + strings.Repeat("(", n) + strings.Repeat(")", n) + ";\nCREATE TABLE b (a int);\n",
		"blocks":      "CREATE PROCEDURE p() " + strings.Repeat("BEGIN ", n) + strings.Repeat("END; ", n) + ";\nCREATE TABLE b (a int);\n",
		"comments":    strings.Repeat("/* ", n) + strings.Repeat("*/ ", n) + "\nCREATE TABLE b (a int);\n",
		"tables":      strings.Repeat("SELECT * FROM f(", n) + "\n;\nCREATE TABLE b (a int);\n",
		"names":       strings.Repeat("[a ", n) + ";\nCREATE TABLE b (a int);\n",
		"texts":       strings.Repeat("q'( ' $a$ ", n) + "';\n;\nCREATE TABLE b (a int);\n",
		"bodies":      strings.Repeat("CREATE FUNCTION f() AS $$ $$ ", n) + ";\nCREATE TABLE b (a int);\n",
		"comments on": strings.Repeat("COMMENT ON TABLE x IS 'y';\n", n) + "CREATE TABLE b (a int);\n",
		"one line":    "CREATE TABLE x (" + strings.Repeat("a int, ", 15_000) + "z int); INSERT INTO x VALUES " + strings.Repeat("(1,'a'),", n) + "(2); CREATE TABLE b (a int);",
		"columns":     "CREATE TABLE x (a int DEFAULT " + strings.Repeat("(", n) + strings.Repeat(")", n) + ");\nCREATE TABLE b (a int);\n",
	} {
		f := langtest.Extract(t, sql.Definition(), src)
		found := false
		for _, d := range f.Definitions {
			found = found || d.Name == "b"
		}
		if !found {
			t.Errorf("%s: table b found: %v", name, found)
		}
	}
}

// dump is what a database writes out: n rows in INSERTs of 100.
func dump(n int) string {
	var b strings.Builder
	b.WriteString("CREATE TABLE `users` (`id` int NOT NULL, `name` varchar(20)) ENGINE=InnoDB;\n")
	for i := range n {
		if i%100 == 0 {
			b.WriteString("INSERT INTO `users` VALUES ")
		} else {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "(%d,'O\\'Neil; the %dth','2024-01-01 00:00:00',NULL,-1.5)", i, i)
		if i%100 == 99 {
			b.WriteString(";\n")
		}
	}
	b.WriteString("CREATE TABLE `last` (`id` int);\n")
	return b.String()
}

func TestDataIsSkipped(t *testing.T) {
	f := langtest.Extract(t, sql.Definition(), dump(10000))
	if n := len(f.Definitions); n != 5 || f.Status != code.StatusComplete {
		t.Errorf("%d definitions, status %s", n, f.Status)
	}
	if n := len(f.References); n != 100 {
		t.Errorf("%d references", n)
	}
}

func TestResolve(t *testing.T) {
	tree := langtest.Tree{
		"db/install.sql":      "\\ir tables/users.sql\n\\i db/seed.sql\n\\i 'views.sql'\n\\i missing.sql\n\\i :dir/x.sql\n",
		"db/tables/users.sql": "",
		"db/seed.sql":         "",
		"db/views.sql":        "",
		"db/mysql.sql":        "SOURCE seed.sql\nsource tables/users.sql;\n",
		"db/oracle.sql":       "@@seed\n@tables/users.sql\nSTART views.sql\n",
		"db/lite.sql":         ".read seed.sql\n.mode csv\n",
		"db/cmd.sql":          ":r .\\tables\\users.sql\n:setvar x 1\nGO\n",
		"other/far.sql":       "\\i tables/users.sql\n",
	}
	for from, want := range map[string]string{
		"db/install.sql": "tables/users.sql -> db/tables/users.sql: db/tables/users.sql\ndb/seed.sql -> db/seed.sql: db/seed.sql\nviews.sql -> db/views.sql: db/views.sql\nmissing.sql -> missing.sql\n",
		"db/mysql.sql":   "seed.sql -> db/seed.sql: db/seed.sql\ntables/users.sql -> db/tables/users.sql: db/tables/users.sql\n",
		"db/oracle.sql":  "seed -> db/seed.sql: db/seed.sql\ntables/users.sql -> db/tables/users.sql: db/tables/users.sql\nviews.sql -> db/views.sql: db/views.sql\n",
		"db/lite.sql":    "seed.sql -> db/seed.sql: db/seed.sql\n",
		"db/cmd.sql":     ".\\tables\\users.sql -> db/tables/users.sql: db/tables/users.sql\n",
		"other/far.sql":  "tables/users.sql -> db/tables/users.sql: db/tables/users.sql\n",
	} {
		t.Run(from, func(t *testing.T) {
			if got := langtest.Targets(t, sql.Definition(), tree, from); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func BenchmarkExtract(b *testing.B) {
	rows := dump(33000)
	for name, src := range map[string]string{
		"rows":   rows,
		"tables": strings.Repeat("-- Orders of a customer.\nCREATE TABLE app.orders (\n  id bigint PRIMARY KEY, -- the key\n  customer bigint NOT NULL REFERENCES app.customers (id),\n  total numeric(10,2) DEFAULT 0\n);\nSELECT o.id FROM app.orders o JOIN app.customers c ON c.id = o.customer WHERE o.total > 10;\n", 3000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				f := langtest.Extract(b, sql.Definition(), src)
				b.ReportMetric(float64(len(f.Definitions)), "definitions")
			}
		})
	}
}

// What no item of a list begins with must not stop the scan for ever.
func TestListsEnd(t *testing.T) {
	for _, src := range []string{"alter table t add (\ncreate = 1)", "alter table t add (select", "create table t (create = 1, drop)", "create function f (create"} {
		langtest.Extract(t, sql.Definition(), src)
	}
}
