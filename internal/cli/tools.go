package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sextant/internal/config"
	"sextant/internal/mcpserver"
	"sextant/internal/tokens"
	"sextant/internal/tool"
)

// commandRow gives a tool a short command.
type commandRow struct {
	use    string
	tool   string
	arg    string // the parameter that the positional arguments fill
	many   bool   // several arguments are joined by a space
	option bool   // the argument may be left out
}

var questions = []commandRow{
	{use: "query KEYWORDS...", tool: "query", arg: "keywords", many: true},
	{use: "outline FILE", tool: "get_file_outline", arg: "path"},
	{use: "read FILE [SYMBOL]", tool: "read_file", arg: "path"},
	{use: "map [DIR]", tool: "get_project_map", arg: "project_root", option: true},
	{use: "tree [DIR]", tool: "directory_tree", arg: "path", option: true},
	{use: "def NAME", tool: "find_definition", arg: "name"},
	{use: "symbol NAME", tool: "get_symbol", arg: "name"},
	{use: "refs NAME", tool: "find_usages", arg: "name"},
	{use: "callers NAME", tool: "who_calls", arg: "name"},
	{use: "impact [SYMBOL]", tool: "get_impact", arg: "symbol", option: true},
	{use: "tests [FILE]", tool: "find_tests", arg: "path", option: true},
	{use: "routes [PATTERN]", tool: "find_route", arg: "pattern", option: true},
	{use: "deps [PATH]", tool: "get_dependency_graph", arg: "path", option: true},
	{use: "related FILE", tool: "get_related_files", arg: "path"},
	{use: "ast [PATTERN]", tool: "ast_search", arg: "pattern", option: true},
	{use: "files PATTERN", tool: "find_files", arg: "pattern"},
	{use: "changed [REF]", tool: "git_changed_files", arg: "ref", option: true},
}

var upkeep = []commandRow{
	{use: "status", tool: "get_index_status"},
	{use: "invalidate [FILE]", tool: "invalidate", arg: "path", option: true},
}

func (s *session) toolCommands(rows []commandRow) (out []*cobra.Command) {
	for _, row := range rows {
		out = append(out, s.toolCommand(row))
	}
	return out
}

func (s *session) toolCommand(row commandRow) *cobra.Command {
	t := tool.ByName(row.tool)
	c := &cobra.Command{Use: row.use, Short: t.Title, Long: t.Description}
	given := toolFlags(c.Flags(), t)
	if f := c.Flags().Lookup(flagName(row.arg)); f != nil {
		f.Hidden = true // it is the argument
	}
	c.Args = func(cmd *cobra.Command, args []string) error { return checkArgs(row, args) }
	c.RunE = func(cmd *cobra.Command, args []string) error {
		params := make(map[string]any)
		for name, v := range given {
			if cmd.Flags().Changed(flagName(name)) {
				params[name] = v()
			}
		}
		switch {
		case row.many:
			params[row.arg] = strings.Join(args, " ")
		case len(args) > 0:
			params[row.arg] = args[0]
		}
		if len(args) == 2 && row.tool == "read_file" {
			params["symbol"] = args[1]
		}
		raw, err := json.Marshal(params)
		if err != nil {
			return err
		}
		return s.runTool(cmd.Context(), t.Name, raw)
	}
	return c
}

func checkArgs(row commandRow, args []string) error {
	name, _, _ := strings.Cut(row.use, " ")
	most := 1
	switch {
	case row.arg == "":
		most = 0
	case row.tool == "read_file":
		most = 2
	case row.many:
		most = len(args)
	}
	if len(args) == 0 && row.arg != "" && !row.option {
		return fmt.Errorf("%s needs an argument: sextant %s", name, row.use)
	}
	if len(args) > most {
		return fmt.Errorf("%s takes at most %d argument(s): sextant %s", name, most, row.use)
	}
	return nil
}

func flagName(parameter string) string { return strings.ReplaceAll(parameter, "_", "-") }

// toolFlags makes a flag of each parameter and returns how to read them.
func toolFlags(f *pflag.FlagSet, t *tool.Tool) map[string]func() any {
	given := make(map[string]func() any)
	for _, name := range t.Parameters() {
		p := t.Schema.Properties[name]
		words := p.Description
		if len(p.Enum) > 0 {
			var values []string
			for _, v := range p.Enum {
				values = append(values, fmt.Sprint(v))
			}
			words += " (" + strings.Join(values, ", ") + ")"
		}
		switch p.Type {
		case "integer":
			def, _ := strconv.Atoi(string(p.Default))
			v := f.Int(flagName(name), def, words)
			given[name] = func() any { return *v }
		case "boolean":
			v := f.Bool(flagName(name), false, words)
			given[name] = func() any { return *v }
		case "array":
			v := f.StringSlice(flagName(name), nil, words)
			given[name] = func() any { return *v }
		default:
			def, err := strconv.Unquote(string(p.Default))
			if err != nil {
				def = ""
			}
			v := f.String(flagName(name), def, words)
			given[name] = func() any { return *v }
		}
	}
	return given
}

// wholeBudget is how long a command may parse when its answer needs every
// file: nothing goes on after it has printed, so half an answer helps nobody.
const wholeBudget = time.Minute

// runTool runs a tool once and prints its reply.
func (s *session) runTool(ctx context.Context, name string, args []byte) error {
	a, err := s.open("")
	if err != nil {
		return err
	}
	defer a.Close()
	a.Deps.Whole = wholeBudget
	r, err := a.Call(ctx, name, args)
	if err != nil {
		return err
	}
	return s.print(r)
}

func (s *session) print(r *tool.Reply) error {
	if s.json {
		out := map[string]any{"result": r.Data, "empty": r.Empty}
		if r.Savings != nil {
			out["token_savings"] = r.Savings
		}
		if err := printJSON(s.Out, out); err != nil {
			return err
		}
	} else if _, err := io.WriteString(s.Out, r.Text); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	if r.Empty {
		return errNothing
	}
	return nil
}

func (s *session) call() *cobra.Command {
	return &cobra.Command{Use: "call TOOL [JSON]", Short: "Run any tool with its arguments as JSON", Args: cobra.RangeArgs(1, 2),
		Long: "Run any tool, also one whose group is switched off. The JSON is read from stdin when it is -.",
		RunE: func(cmd *cobra.Command, args []string) error {
			var raw []byte
			if len(args) == 2 {
				raw = []byte(args[1])
			}
			if string(raw) == "-" {
				var err error
				if raw, err = io.ReadAll(s.In); err != nil {
					return fmt.Errorf("reading stdin: %w", err)
				}
			}
			return s.runTool(cmd.Context(), args[0], raw)
		}}
}

func (s *session) tools() *cobra.Command {
	var cost bool
	c := &cobra.Command{Use: "tools", Short: "List the tools and what listing them costs a model", Args: cobra.NoArgs,
		Long: "List the tools that a server started here offers, and what listing them costs a model.\n--tools full lists all there are; sextant call runs any of them.",
		RunE: func(*cobra.Command, []string) error {
			on, warnings := tool.Select(config.Load(s.rootDir, s.set).Tools)
			for _, w := range warnings {
				s.log().Warn(w)
			}
			if s.json {
				return printJSON(s.Out, mcpserver.Listing(on))
			}
			total := len(mcpserver.Instructions(on))
			for _, t := range on {
				b, err := json.Marshal(mcpserver.Listing([]*tool.Tool{t})[0])
				if err != nil {
					return err
				}
				total += len(b)
				if cost {
					fmt.Fprintf(s.Out, "%-18s %5d  %s\n", t.Name, tokens.OfListing(len(b)), t.Title)
				} else {
					fmt.Fprintf(s.Out, "%-18s %-11s %s\n", t.Name, t.Group, t.Description)
				}
			}
			if cost {
				fmt.Fprintf(s.Out, "%-18s %5d  estimated tokens, instructions included\n", "total", tokens.OfListing(total))
			}
			return nil
		}}
	c.Flags().BoolVar(&cost, "tokens", false, "show each tool's cost in tokens (estimated)")
	return c
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return nil
}
