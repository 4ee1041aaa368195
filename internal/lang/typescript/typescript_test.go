package typescript_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/typescript"
)

func TestTypeScript(t *testing.T) { langtest.Run(t, typescript.TypeScript()) }

func TestTSX(t *testing.T) { langtest.Run(t, typescript.TSX()) }

func TestJavaScript(t *testing.T) { langtest.Run(t, typescript.JavaScript()) }

func TestJSX(t *testing.T) { langtest.Run(t, typescript.JSX()) }

func FuzzTypeScript(f *testing.F) { langtest.Fuzz(f, typescript.TypeScript()) }

func FuzzTSX(f *testing.F) { langtest.Fuzz(f, typescript.TSX()) }

func FuzzJavaScript(f *testing.F) { langtest.Fuzz(f, typescript.JavaScript()) }

// TestExports holds what another file can import.
func TestExports(t *testing.T) {
	tests := []struct{ src, want string }{
		{"export const a = 1, b = 2; export function c() {} const d = 3;", "a b c"},
		{"const a = 1; function b() {} export { a, b as c };", "a c"},
		{"export { x as y, default as z } from './x'; export * from './w'; export * as ns from './v';", "y z ns"},
		{"import { a } from './a'; import B from './b'; export { a, B as default };", "a default"},
		{"export const { a, b: [c = 1], ...rest } = load();", "a c rest"},
		{"export default class {}", "default"},
		{"export default class Named {}", "Named"},
		{"class X {} export default X;", "X"},
		{"export namespace N { export const inner = 1 } export enum E { A } export type T = { f: 1 };", "N E T"},
		{"export function f(a: string): void; export function f(a: any) {}", "f"},
		{"import X = require('x'); export = X;", "default"},
	}
	for _, tt := range tests {
		f := langtest.Extract(t, typescript.TypeScript(), tt.src)
		if got := strings.Join(f.Exports(), " "); got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.src, got, tt.want)
		}
	}
}
