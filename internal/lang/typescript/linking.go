package typescript

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Linking says how the names of scripts are looked up, those of the four
// languages here and of components that hold scripts.
func Linking() *lang.Linking {
	return &lang.Linking{
		Resolves:    "ES and CommonJS modules, re-exports and default exports, classes and this, object literals and their types, generics, unions and narrowing by conditions, promises, parameters of callbacks, JSX components, merged and ambient declarations, JSDoc types",
		Beyond:      "mixin classes, narrowing by a tag (x.kind === ...), conditional and mapped types",
		Type:        typeOf,
		Known:       known,
		Library:     library,
		Common:      common,
		Predeclared: predeclared,
		CallMakes:   true, // as a chain writes new x()
		GlobalIn:    globalIn,
		Merges:      true,
		Family:      "script",
	}
}

// globalIn reports whether every file may use a definition by its bare name: it
// stands in declare global, or in a declaration file that is no module.
func globalIn(f *code.Facts, i int32) bool {
	d := &f.Definitions[i]
	if d.ContainerName == "global" {
		return true
	}
	if !f.TopLevel(i) || d.Container != code.NoDefinition || d.Exported || d.Modifiers&code.ModDeclaration == 0 && !d.Kind.IsType() {
		return false
	}
	if d.Kind.IsType() && f.Language != "typescript" {
		return false
	}
	for k := range f.Imports {
		switch f.Imports[k].Form {
		case code.ImportStatic, code.ImportReExport, code.ImportSideEffect, code.ImportRequire:
			return false
		}
	}
	for k := range f.Definitions {
		if f.Definitions[k].Exported && f.Definitions[k].Container == code.NoDefinition {
			return false
		}
	}
	return true
}

// known gives types of the language their shape.
func known(t lang.Type) lang.Type {
	arg := func(i int) lang.Type {
		if i < len(t.Args) {
			return t.Args[i]
		}
		return lang.Type{}
	}
	switch t.Name {
	case "Array", "ReadonlyArray", "Iterable", "IterableIterator", "Iterator", "Generator", "AsyncGenerator", "AsyncIterable",
		"AsyncIterableIterator", "ArrayLike", "NodeListOf", "HTMLCollectionOf", "ArrayIterator", "MapIterator", "SetIterator", "ConcatArray":
		return lang.Type{Name: lang.TypeList, Args: []lang.Type{arg(0)}}
	case "Promise", "PromiseLike", "Thenable":
		return lang.Type{Name: lang.TypeAwait, Args: []lang.Type{arg(0)}}
	case "Record":
		return lang.Type{Name: lang.TypeMap, Args: []lang.Type{arg(0), arg(1)}}
	case "Partial", "Readonly", "Required", "Pick", "Omit", "NonNullable", "Exclude", "Extract", "Awaited", "NoInfer", "ThisType",
		"OmitThisParameter":
		return arg(0)
	case "ReturnType", "InstanceType":
		return lang.Type{Name: lang.TypeResult, Args: []lang.Type{arg(0)}}
	}
	return t
}

// predeclared reports whether a name that no file declares is the language's
// own, a browser's, Node's or a test runner's.
func predeclared(name string) bool { return ownNames[name] }

var ownNames = words(`
undefined NaN Infinity globalThis window self document navigator location history screen console process global require module exports
__dirname __filename Buffer setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask
requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback fetch alert confirm prompt atob btoa structuredClone
eval parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape
Object Function Boolean Symbol Number BigInt Math Date String RegExp Array Map Set WeakMap WeakSet WeakRef Promise Proxy Reflect JSON Intl
Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer SharedArrayBuffer DataView Atomics
Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array
BigUint64Array FinalizationRegistry Iterator AbortController AbortSignal Event EventTarget CustomEvent MouseEvent KeyboardEvent PointerEvent
TouchEvent FocusEvent InputEvent WheelEvent DragEvent ClipboardEvent MessageEvent ErrorEvent ProgressEvent UIEvent Node Element HTMLElement
SVGElement Text Comment Document DocumentFragment ShadowRoot Window Storage localStorage sessionStorage indexedDB crypto performance URL
URLSearchParams FormData Headers Request Response Blob File FileReader FileList WebSocket XMLHttpRequest Worker MutationObserver
ResizeObserver IntersectionObserver DOMParser TextEncoder TextDecoder ReadableStream WritableStream TransformStream Image Audio Option
NodeList HTMLCollection CSSStyleDeclaration DOMRect getComputedStyle matchMedia addEventListener removeEventListener dispatchEvent
string number boolean symbol bigint object any unknown never void null this
Partial Readonly Required Pick Omit NonNullable Exclude Extract Awaited Record ReturnType InstanceType Parameters ConstructorParameters
ThisType ThisParameterType OmitThisParameter Uppercase Lowercase Capitalize Uncapitalize NoInfer ReadonlyArray ReadonlyMap ReadonlySet
Iterable IterableIterator AsyncIterable AsyncIterableIterator AsyncIterator Generator AsyncGenerator GeneratorFunction PromiseLike ArrayLike
PropertyKey PropertyDescriptor PropertyDescriptorMap TemplateStringsArray CallableFunction NewableFunction IArguments NodeJS JSX
describe it test expect beforeEach afterEach beforeAll afterAll before after suite jest vi assert cy Cypress chai sinon
arguments super import
`)

func words(list string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// common reports whether values of the language's own types, of the page's or
// of widespread packages have a member of that name.
func common(member string) bool { return commonMembers[member] }

var commonMembers = words(`
length name message stack cause constructor prototype toString valueOf toJSON toLocaleString hasOwnProperty isPrototypeOf
call apply bind get set has add delete clear size keys values entries forEach map filter reduce reduceRight find findIndex findLast
findLastIndex some every includes indexOf lastIndexOf push pop shift unshift slice splice sort reverse concat join flat flatMap fill at
copyWithin from of isArray then catch finally resolve reject all allSettled race any next return throw done value
charAt charCodeAt codePointAt startsWith endsWith match matchAll replace replaceAll search split substring substr trim trimStart trimEnd
toLowerCase toUpperCase padStart padEnd repeat normalize localeCompare test exec source flags lastIndex
toFixed toPrecision parse stringify assign create defineProperty freeze getTime getFullYear getMonth getDate toISOString now
log warn error info debug trace on off once emit addListener removeListener removeAllListeners listeners
addEventListener removeEventListener dispatchEvent appendChild removeChild insertBefore replaceChild remove append prepend before after
querySelector querySelectorAll getElementById getAttribute setAttribute removeAttribute hasAttribute contains closest matches focus blur
click style className classList id type tagName nodeName nodeType parentNode parentElement children childNodes firstChild lastChild
nextSibling previousSibling textContent innerHTML target currentTarget preventDefault stopPropagation key code data
read write end close open start stop pause resume pipe destroy send json text status headers body method url path query params
connect disconnect abort signal reset update init render mount unmount dispose use run execute exit cwd env argv port host
mock mockImplementation mockReturnValue toBe toEqual toHaveBeenCalled not spyOn fn only skip each describe it
`)
