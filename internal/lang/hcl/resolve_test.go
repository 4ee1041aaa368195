package hcl_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/hcl"
	"sextant/internal/lang/langtest"
)

// checkout holds a Terraform root with modules, Terragrunt's live folders and
// a Packer template.
var checkout = langtest.Tree{
	"main.tf":                        "",
	"variables.tf":                   "",
	"prod.tfvars":                    "",
	"user.tpl":                       "",
	"modules/vpc/main.tf":            "",
	"modules/vpc/outputs.tf":         "",
	"modules/vpc/extra.tofu":         "",
	"modules/vpc/README.md":          "",
	"modules/vpc/tests/a.tftest.hcl": "",
	"modules/vpc/files/init.sh":      "",
	"modules/empty/README.md":        "",
	"live/root.hcl":                  "",
	"live/account.hcl":               "",
	"live/terragrunt.hcl":            "",
	"live/eu/vpc/terragrunt.hcl":     "",
	"live/eu/app/terragrunt.hcl":     "",
	"live/_env/app.hcl":              "",
	"images/base.pkr.hcl":            "",
	"images/variables.pkr.hcl":       "",
	"images/job.hcl":                 "",
	"alone/main.tf":                  "",
}

func with(from, src string) langtest.Tree {
	tree := langtest.Tree{}
	for p, s := range checkout {
		tree[p] = s
	}
	tree[from] = src
	return tree
}

func TestResolve(t *testing.T) {
	const app = "live/eu/app/terragrunt.hcl"
	cases := []struct{ name, from, src, want string }{
		{"local module", "main.tf", "module \"v\" {\n source = \"./modules/vpc\"\n}",
			"./modules/vpc -> modules/vpc: modules/vpc/extra.tofu, modules/vpc/main.tf, modules/vpc/outputs.tf"},
		{"the module above", "modules/vpc/main.tf", "module \"v\" {\n source = \"../..\"\n}", "../.. -> .: main.tf, variables.tf"},
		{"a folder without code, none, out of the checkout", "main.tf",
			"module \"a\" {\n source = \"./modules/empty\"\n}\nmodule \"b\" {\n source = \"./none\"\n}\nmodule \"c\" {\n source = \"../x\"\n}",
			"./modules/empty -> ./modules/empty\n./none -> ./none\n../x -> ../x"},
		{"registry and repository", "main.tf",
			"module \"a\" {\n source = \"modules/vpc\"\n}\nmodule \"b\" {\n source = \"git::https://example.org/x.git//modules/vpc\"\n}\nmodule \"c\" {\n source = \"/abs\"\n}",
			"modules/vpc -> modules/vpc\ngit::https://example.org/x.git//modules/vpc -> git::https://example.org/x.git//modules/vpc\n/abs -> /abs"},
		{"provider", "main.tf", "terraform {\n required_providers {\n aws = { source = \"hashicorp/aws\" }\n }\n}", "hashicorp/aws -> hashicorp/aws"},
		{"files", "modules/vpc/main.tf", "locals {\n a = file(\"${path.module}/files/init.sh\")\n b = templatefile(\"../../user.tpl\", {})\n c = file(\"${path.module}/no.sh\")\n}",
			"${path.module}/files/init.sh -> modules/vpc/files/init.sh: modules/vpc/files/init.sh\n../../user.tpl -> user.tpl: user.tpl\n${path.module}/no.sh -> ${path.module}/no.sh"},
		{"terragrunt source", app, "terraform {\n source = \"../../../modules//vpc\"\n}",
			"../../../modules//vpc -> modules/vpc: modules/vpc/extra.tofu, modules/vpc/main.tf, modules/vpc/outputs.tf"},
		{"terragrunt source from the repository's root", app, "terraform {\n source = \"${get_repo_root()}/modules/vpc\"\n}",
			"${get_repo_root()}/modules/vpc -> modules/vpc: modules/vpc/extra.tofu, modules/vpc/main.tf, modules/vpc/outputs.tf"},
		{"terragrunt include", app, "include \"a\" {\n path = find_in_parent_folders(\"root.hcl\")\n}\ninclude {\n path = find_in_parent_folders()\n}\ninclude \"c\" {\n path = \"${get_terragrunt_dir()}/../../_env/app.hcl\"\n}",
			"root.hcl -> live/root.hcl: live/root.hcl\nterragrunt.hcl -> live/terragrunt.hcl: live/terragrunt.hcl\n" +
				"${get_terragrunt_dir()}/../../_env/app.hcl -> live/_env/app.hcl: live/_env/app.hcl"},
		{"terragrunt dependency", app, "dependency \"v\" {\n config_path = \"../vpc\"\n}\ndependencies {\n paths = [\"../vpc\", \"../dns\"]\n}",
			"../vpc -> live/eu/vpc/terragrunt.hcl: live/eu/vpc/terragrunt.hcl\n../vpc -> live/eu/vpc/terragrunt.hcl: live/eu/vpc/terragrunt.hcl\n../dns -> ../dns"},
		{"terragrunt configuration", app, "locals {\n a = read_terragrunt_config(find_in_parent_folders(\"account.hcl\"))\n b = read_terragrunt_config(\"../../account.hcl\")\n}",
			"account.hcl -> live/account.hcl: live/account.hcl\n../../account.hcl -> live/account.hcl: live/account.hcl"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := strings.TrimSuffix(langtest.Targets(t, hcl.Definition(), with(c.from, c.src), c.from), "\n")
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	for from, want := range map[string]string{
		"main.tf":                        ".: main.tf, variables.tf",
		"prod.tfvars":                    ".: main.tf, variables.tf",
		"modules/vpc/main.tf":            "modules/vpc: modules/vpc/extra.tofu, modules/vpc/main.tf, modules/vpc/outputs.tf",
		"modules/vpc/tests/a.tftest.hcl": "modules/vpc: modules/vpc/extra.tofu, modules/vpc/main.tf, modules/vpc/outputs.tf",
		"images/base.pkr.hcl":            "images: images/base.pkr.hcl, images/variables.pkr.hcl",
		"images/job.hcl":                 "",
		"live/eu/app/terragrunt.hcl":     "",
		"alone/main.tf":                  "",
	} {
		if got := strings.TrimSuffix(langtest.VisibleTargets(t, hcl.Definition(), checkout, from), "\n"); got != want {
			t.Errorf("%s: got %q, want %q", from, got, want)
		}
	}
}

func TestRoles(t *testing.T) {
	d := hcl.Definition()
	for p, want := range map[string]bool{"tests/a.tftest.hcl": true, "test/main.tf": true, "x.tftest.hcl": true, "main.tf": false, "latest/main.tf": false} {
		if d.IsTest(p) != want {
			t.Errorf("%s: test %v", p, !want)
		}
	}
	for _, c := range []struct {
		path, src string
		want      bool
	}{
		{"main.tf", "", true}, {"env/main.tf", "provider \"aws\" {}", true}, {"env/main.tf", "", false},
		{"env/other.tf", "provider \"aws\" {}", false}, {"x.nomad", "job \"x\" {}", true}, {"x.pkr.hcl", "build {}", true}, {"x.hcl", "build {}", false},
	} {
		var f *code.Facts = langtest.Extract(t, d, c.src)
		if d.IsEntryPoint(c.path, f) != c.want {
			t.Errorf("%s with %q: entry point %v", c.path, c.src, !c.want)
		}
	}
}
