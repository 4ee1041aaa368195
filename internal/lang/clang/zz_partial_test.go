package clang

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"slices"

	"sextant/internal/code"
	"sextant/internal/parse"
)

func TestZZPartial(t *testing.T) {
	out, _ := os.Create(os.Getenv("ZZOUT"))
	for _, dir := range strings.Split(os.Getenv("ZZ"), ",") {
		var all, partial, fall int
		refs, local := 0, 0
		filepath.Walk(dir, func(p string, fi os.FileInfo, err error) error {
			if err != nil || fi.IsDir() {
				return nil
			}
			ds := Definitions2
			for _, d := range ds {
				if slices.Contains(d.Extensions, filepath.Ext(p)) {
					src, _ := os.ReadFile(p)
					f, err := parse.Parse(d, src, parse.DefaultLimits)
					if err != nil {
						t.Fatal(err)
					}
					all++
					refs += len(f.References)
					for i := range f.References { if f.References[i].Local { local++ } }
					switch f.Status {
					case code.StatusPartial:
						partial++
						fmt.Fprintln(out, "P", p)
					case code.StatusFallback:
						fall++
						fmt.Fprintln(out, "F", p)
					}
				}
			}
			return nil
		})
		fmt.Printf("%s files %d partial %d = %.1f%% fallback %d refs %d local %d\n", filepath.Base(dir), all, partial, 100*float64(partial)/float64(all), fall, refs, local)
	}
}

var Definitions2 = Definitions()
