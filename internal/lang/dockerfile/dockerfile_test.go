package dockerfile_test

import (
	"fmt"
	"strings"
	"testing"

	"sextant/internal/lang/dockerfile"
	"sextant/internal/lang/langtest"
)

func TestDockerfile(t *testing.T) { langtest.Run(t, dockerfile.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, dockerfile.Definition()) }

func TestLongInputs(t *testing.T) {
	const n = 100_000
	for name, src := range map[string]string{
		"lines":    "FROM a\nRUN " + strings.Repeat("x \\\n", n) + "y\nFROM b AS b\n",
		"comments": "FROM a\nRUN x \\\n" + strings.Repeat("# c\n", n) + "y\nFROM b AS b\n",
		"quotes":   "FROM a\nRUN " + strings.Repeat("\"", n) + "\nFROM b AS b\n",
		"heredocs": "FROM a\n" + strings.Repeat("RUN <<E\n", n) + "\nFROM b AS b\n",
		"words":    "FROM a\nENV " + strings.Repeat("A=$A ", n) + "\nFROM b AS b\n",
	} {
		f := langtest.Extract(t, dockerfile.Definition(), src)
		found := false
		for _, d := range f.Definitions {
			found = found || d.Name == "b"
		}
		if !found && name != "words" {
			t.Errorf("%s: stage b found: %v", name, found)
		}
	}
}

func TestResolve(t *testing.T) {
	tree := langtest.Tree{
		"docker/Dockerfile": "FROM node:20\nCOPY package*.json ./\nCOPY conf/*.yml none*.x /etc/\nCOPY one*.txt /\n",
		"package.json":      "",
		"package-lock.json": "",
		"docker/conf/a.yml": "",
		"conf/b.yml":        "",
		"docker/one.txt":    "",
	}
	want := strings.Join([]string{
		"node:20 -> node:20",
		"package*.json -> package*.json: package-lock.json, package.json",
		"conf/*.yml -> docker/conf/a.yml: docker/conf/a.yml",
		"none*.x -> none*.x",
		"one*.txt -> docker/one.txt: docker/one.txt",
	}, "\n") + "\n"
	if got := langtest.Targets(t, dockerfile.Definition(), tree, "docker/Dockerfile"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestResolveLiteral(t *testing.T) {
	tree := langtest.Tree{
		"docker/Dockerfile": "FROM a\nCOPY lib/gemfile_helper.rb /app/\nCOPY [\"run.sh\", \"/lib/other.rb\", \"/\"]\nCOPY . .\nCOPY ./ ../out.txt gone.txt $X /\n" +
			"COPY conf big/ deep /etc/\nADD --chown=a:b entry.sh https://example.org/x git@example.org:a/b.git /\nCOPY --from=b lib/other.rb /\nCOPY Dockerfile /\nCOPY lib\\other.rb C:/x\n",
		"Dockerfile":            "",
		"out.txt":               "",
		"lib/gemfile_helper.rb": "",
		"lib/other.rb":          "",
		"run.sh":                "",
		"docker/run.sh":         "",
		"docker/conf/a.yml":     "",
		"docker/conf/b.yml":     "",
		"conf/c.yml":            "",
		"docker/deep/er/x":      "",
		"deep/y":                "",
		"entry.sh":              "",
	}
	for i := range 21 {
		tree[fmt.Sprintf("big/%d.txt", i)] = ""
	}
	want := strings.Join([]string{
		"a -> a",
		"lib/gemfile_helper.rb -> lib/gemfile_helper.rb: lib/gemfile_helper.rb",
		"run.sh -> docker/run.sh: docker/run.sh",
		"/lib/other.rb -> lib/other.rb: lib/other.rb",
		"../out.txt -> out.txt: out.txt",
		"gone.txt -> gone.txt",
		"conf -> docker/conf: docker/conf/a.yml, docker/conf/b.yml",
		"big/ -> big/",
		"deep -> deep",
		"entry.sh -> entry.sh: entry.sh",
		"Dockerfile -> Dockerfile: Dockerfile",
		"lib\\other.rb -> lib/other.rb: lib/other.rb",
	}, "\n") + "\n"
	if got := langtest.Targets(t, dockerfile.Definition(), tree, "docker/Dockerfile"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat("# A stage.\nFROM golang:1.22 AS build\nARG V=1\nCOPY go.mod go.sum ./\nRUN go build -o /out/app $V \\\n  && ./scripts/check.sh \"$V\"\nCMD [\"/app\"]\n", 700)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, dockerfile.Definition(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
