package typescript

import (
	"strings"
	"sync"

	"sextant/internal/lang"
)

// library gives the type of a member of the language's own types.
func library(name, member string) (lang.Type, bool) {
	table := libraryMembers()
	if t, ok := table[name+" "+member]; ok {
		return t, true
	}
	if name == lang.TypeMap {
		return lang.Type{Name: "$1"}, true // Record: its members are its elements
	}
	return lang.Type{}, false
}

// libraryTable lists members of the language's own types, one type to a line:
// its names, then members with their types, in which $0 and $1 are the type's
// arguments.
const libraryTable = `
[]|Array|ReadonlyArray: filter:(f:(x:$0,i:number,a:$0[])=>boolean)=>$0[] slice:()=>$0[] concat:()=>$0[] reverse:()=>$0[] sort:(f:(a:$0,b:$0)=>number)=>$0[]
[]: splice:()=>$0[] find:(f:(x:$0,i:number,a:$0[])=>boolean)=>$0 findLast:(f:(x:$0)=>boolean)=>$0 findIndex:(f:(x:$0,i:number)=>boolean)=>number
[]: forEach:(f:(x:$0,i:number,a:$0[])=>void)=>void map:(f:(x:$0,i:number,a:$0[])=>any)=>any[] flatMap:(f:(x:$0,i:number)=>any)=>any[] flat:()=>any[]
[]: some:(f:(x:$0,i:number,a:$0[])=>boolean)=>boolean every:(f:(x:$0,i:number,a:$0[])=>boolean)=>boolean
[]: reduce:(f:(a:any,x:$0,i:number)=>any,z:any)=>any reduceRight:(f:(a:any,x:$0,i:number)=>any,z:any)=>any
[]: pop:()=>$0 shift:()=>$0 at:()=>$0 push:()=>number unshift:()=>number indexOf:()=>number includes:()=>boolean join:()=>string
[]: entries:()=>[number,$0][] values:()=>$0[] keys:()=>number[] fill:()=>$0[] next:()=>{value:$0;done:boolean} length:number item:()=>$0
Set|ReadonlySet|WeakSet: [:[]]:$0 forEach:(f:(x:$0,k:$0)=>void)=>void values:()=>$0[] keys:()=>$0[] entries:()=>[$0,$0][] add:()=>Set<$0> has:()=>boolean delete:()=>boolean
Map|ReadonlyMap|WeakMap: [:[]]:[$0,$1] get:(k:$0)=>$1 forEach:(f:(x:$1,k:$0)=>void)=>void values:()=>$1[] keys:()=>$0[] entries:()=>[$0,$1][] set:()=>Map<$0,$1> has:()=>boolean delete:()=>boolean
[k]: forEach:(f:(x:$1,k:$0)=>void)=>void
~: then:(f:(x:$0)=>any,g:(e:any)=>any)=>Promise<any> catch:(f:(e:any)=>any)=>Promise<$0> finally:(f:()=>any)=>Promise<$0>
WeakRef: deref:()=>$0
string|String: split:()=>string[] slice:()=>string trim:()=>string toLowerCase:()=>string toUpperCase:()=>string replace:()=>string replaceAll:()=>string substring:()=>string substr:()=>string match:()=>string[] concat:()=>string
`

var libraryMembers = sync.OnceValue(func() map[string]lang.Type {
	out := make(map[string]lang.Type)
	for _, line := range strings.Split(libraryTable, "\n") {
		names, list, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		for _, m := range strings.Fields(list) {
			name, typ, ok := strings.Cut(m, ":")
			if rest, items := strings.CutPrefix(m, "[:[]]:"); items {
				name, typ = "[]", rest
			} else if !ok {
				continue
			}
			for _, n := range strings.Split(names, "|") {
				out[n+" "+name] = typeOf(typ)
			}
		}
	}
	return out
})
