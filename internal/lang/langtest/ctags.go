package langtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/parse"
	"sextant/internal/workspace"
)

// Comparison is how an extractor's definitions compare with those that
// universal-ctags finds in the same files.
type Comparison struct {
	Files, Partial, Fallback int
	Bytes                    int64
	// Tags counts what ctags calls a function, method, class or other type;
	// Found those with the same name on the same line here.
	Tags, Found int
	// Kinds counts tags and found ones by ctags' kind.
	Kinds map[string][2]int
	// Invocations counts macros of test frameworks that ctags takes for
	// functions of that name: TEST(Suite, Case) is not called TEST.
	Invocations int
	// Missed lists the others: "path:line kind name".
	Missed []string
}

// Ratio is the found part of the tags, 1 where there are none.
func (c *Comparison) Ratio() float64 {
	if c.Tags == 0 {
		return 1
	}
	return float64(c.Found) / float64(c.Tags)
}

// comparedKinds are the kinds of ctags, over all its parsers, that stand for
// functions, methods, classes and types.
var comparedKinds = []string{"function", "func", "method", "singletonMethod", "class", "interface", "trait", "struct", "union", "enum",
	"type", "typedef", "typealias", "object", "record", "annotation", "macro", "module", "constructor", "message", "rpc", "service",
	"procedure", "table", "view", "trigger", "mixin", "target", "generator", "implementation"}

// invocation are macros whose use ctags takes for a definition.
var invocation = map[string]bool{"TEST": true, "TEST_F": true, "TEST_P": true, "TYPED_TEST": true, "TYPED_TEST_P": true, "TEST_CASE": true,
	"TEST_CASE_TEMPLATE": true, "BENCHMARK": true, "BENCHMARK_F": true, "BENCHMARK_DEFINE_F": true, "TEST_BEGIN": true}

// noDefinition are tags that name nothing new: an impl block, an alias of a
// using directive.
var noDefinition = map[string]bool{"Rust implementation": true, "C# typedef": true}

// CompareCtags extracts every file of d below dir and holds the definitions
// against those of the ctags program, which must be universal-ctags with JSON
// output. languages are ctags' names ("C#"); only is nil or the kinds to look
// at. Files of more than the default limits are left out.
func CompareCtags(d *lang.Definition, dir string, languages string, only []string) (*Comparison, error) {
	reg, err := lang.NewRegistry([]*lang.Definition{d})
	if err != nil {
		return nil, err
	}
	c := &Comparison{Kinds: make(map[string][2]int)}
	found := make(map[string]map[string]bool) // path -> "line name"
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && e.Name() == ".git" {
			return filepath.SkipDir
		}
		if !e.Type().IsRegular() || reg.ByPath(path) == nil {
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil || workspace.IsBinary(raw) || len(raw) > parse.DefaultLimits.Bytes {
			return nil
		}
		f, err := parse.Parse(d, workspace.Text(raw), parse.Limits{Time: 20 * time.Second})
		if err != nil {
			return err
		}
		c.Files++
		c.Bytes += int64(len(raw))
		switch f.Status {
		case code.StatusPartial:
			c.Partial++
		case code.StatusFallback:
			c.Fallback++
		}
		names := make(map[string]bool, len(f.Definitions))
		for i := range f.Definitions {
			names[fmt.Sprintf("%d %s", f.Definitions[i].Line, f.Definitions[i].Name)] = true
		}
		found[path] = names
		return nil
	})
	if err != nil {
		return nil, err
	}
	if only == nil {
		only = comparedKinds
	}
	return c, c.tags(dir, languages, only, found)
}

// tags runs ctags and counts what it has in the files that were extracted.
func (c *Comparison) tags(dir, languages string, only []string, found map[string]map[string]bool) error {
	cmd := exec.Command("ctags", "--options=NONE", "-R", "--links=no", "--output-format=json", "--fields=nKNFP", "--languages="+languages, "-f", "-", dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var tag struct {
			Name, Path, Kind, Pattern string
			Line                      int
		}
		if json.Unmarshal(lines.Bytes(), &tag) != nil || tag.Name == "" || strings.HasPrefix(tag.Name, "__anon") || strings.HasPrefix(tag.Name, "Anonymous") || !slices.Contains(only, tag.Kind) {
			continue
		}
		tag.Name = strings.TrimSpace(tag.Name)
		if invocation[tag.Name] || strings.HasPrefix(tag.Name, "<") || noDefinition[languages+" "+tag.Kind] ||
			languages == "Kotlin" && tag.Kind == "method" && !strings.Contains(tag.Pattern, "fun") { // a parameter of a lambda
			c.Invocations++
			continue
		}
		tag.Name = strings.Replace(tag.Name, "operator ", "operator", 1) // ctags writes "operator =="
		names, ok := found[tag.Path]
		if !ok {
			continue
		}
		c.Tags++
		k := c.Kinds[tag.Kind]
		k[0]++
		// ctags names a member of a Lua table and an explicit implementation of
		// C# by the table or interface too.
		last := tag.Name[strings.LastIndexAny(tag.Name, ".:")+1:]
		if names[fmt.Sprintf("%d %s", tag.Line, tag.Name)] || last != "" && names[fmt.Sprintf("%d %s", tag.Line, last)] {
			c.Found++
			k[1]++
		} else {
			c.Missed = append(c.Missed, fmt.Sprintf("%s:%d %s %s", tag.Path, tag.Line, tag.Kind, tag.Name))
		}
		c.Kinds[tag.Kind] = k
	}
	sort.Strings(c.Missed)
	if err := lines.Err(); err != nil {
		return err
	}
	return cmd.Wait()
}
