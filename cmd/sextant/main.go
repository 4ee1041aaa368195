// Command sextant gives coding agents, and the people beside them, an
// accurate map of a codebase. Everything it does is in package cli.
package main

import (
	"os"

	"sextant/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:]))
}
