package rank

import (
	"strings"
	"testing"

	"sextant/internal/code"
)

func TestDeclared(t *testing.T) {
	// The match is what stands between « and ».
	tests := []struct {
		line string
		want bool
	}{
		{"func «Open»(path string) error {", true},
		{"func (s *Store) «Get»(k Key) (Value, error) {", true},
		{"func (s *Store) Get(k «Key») (Value, error) {", false},
		{"«func Open»(path string)", true},
		{"	return «Open»(path)", false},
		{"type «Store» struct {", true},
		{"	store *«Store»", false},
		{"const «limit» = 3", true},
		{"class «User»(Base):", true},
		{"class User(«Base»):", false},
		{"class User implements «Serializable»", false},
		{"export default class «App» extends Component {", true},
		{"export async function* «walk»() {", true},
		{"const char *«name»(void)", true},
		{"const struct ops «x» = {", false}, // no word says that it declares
		{"export const «App» = () => {", true},
		{"    public static void «main»(String[] args) {", true},
		{"    public List<String> «names»() {", true},
		{"    if («check»(x)) {", false},
		{"static int «probe»(struct device *dev)", true},
		{"int *«find»(void)", true},
		{"	ret = «probe»(dev);", false},
		{"	«probe»(dev);", false},
		{"#define «MAX_LEN» 10", true},
		{"struct «device» {", true},
		{"struct «device» *dev;", true}, // by its looks; facts know better
		{"pub fn «new»() -> Self {", true},
		{"pub(crate) fn «new»() -> Self {", false},
		{"impl «Store» {", true},
		{"  def self.«find»(id)", true},
		{"  «render»() {", true},
		{"macro_rules! «vec» {", true},
		{"«»", false},
		{"", false},
		{"    ", false},
		{"// func «Open»", false},
	}
	for _, tt := range tests {
		start := strings.Index(tt.line, "«")
		line := strings.Replace(tt.line, "«", "", 1)
		end := strings.Index(line, "»")
		line = strings.Replace(line, "»", "", 1)
		if start < 0 {
			start, end = 0, 0
		}
		from, to := Declared([]byte(line))
		if got := to > from && Touches(from, to, start, end); got != tt.want {
			t.Errorf("%s: got %v", tt.line, got)
		}
	}
}

func TestLineIn(t *testing.T) {
	c := Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}}
	sharp := Comments{Line: []string{"#"}}
	tests := []struct {
		line string // the match begins at «
		c    Comments
		want Place
	}{
		{"x := «foo() // bar", c, InCode},
		{"x := foo() // «bar", c, InComment},
		{"// «foo", c, InComment},
		{" * «foo", c, InComment},
		{"	*«foo = 1", c, InCode},
		{`x := "a «foo"`, c, InString},
		{`x := "a // foo" + «bar`, c, InCode},
		{`x := "a \" «foo"`, c, InString},
		{"u := \"http://«foo\"", c, InString},
		{"see http://«foo", c, InCode},
		{"/* a */ «foo", c, InCode},
		{"don't «foo", c, InCode},
		{"fn f<'a>(x: &'a «str)", c, InCode},
		{"x = 1 # «foo", sharp, InComment},
		{"echo $# «foo", sharp, InCode},
		{"«", c, InCode},
	}
	for _, tt := range tests {
		at := strings.Index(tt.line, "«")
		line := strings.Replace(tt.line, "«", "", 1)
		if got := LineIn([]byte(line), at, tt.c); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.line, got, tt.want)
		}
	}
}

func TestRegions(t *testing.T) {
	text := "a /* b\n c */ d \"e\" // f\n`g\nh` '''x' 'y"
	var got []string
	Regions([]byte(text), Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}}, func(from, to int, p Place) {
		got = append(got, text[from:to])
	})
	if want := "/* b\n c */|\"e\"|// f|`g\nh`|'''x' 'y"; strings.Join(got, "|") != want {
		t.Errorf("got %q", got)
	}
}

func TestLine(t *testing.T) {
	tests := []struct {
		class    code.Class
		declares bool
		place    Place
		want     int
	}{
		{code.ClassSource, true, InCode, 15},
		{code.ClassSource, false, InCode, 5},
		{code.ClassSource, true, InComment, -5},
		{code.ClassSource, true, InString, 5},
		{code.ClassTest, true, InCode, 5},
		{code.ClassTest, false, InComment, -15},
		{code.ClassDocumentation, false, InCode, 0},
	}
	for _, tt := range tests {
		if got := Line(tt.class, tt.declares, tt.place); got != tt.want {
			t.Errorf("%v %v %v: got %d, want %d", tt.class, tt.declares, tt.place, got, tt.want)
		}
	}
}

func FuzzRegions(f *testing.F) {
	f.Add([]byte("a /* b */ \"c\" 'd // e"), 3)
	c := Comments{Line: []string{"//", "#", "--"}, Block: [][2]string{{"/*", "*/"}, {"--[[", "]]"}, {"<!--", "-->"}}}
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		last := 0
		Regions(text, c, func(from, to int, _ Place) {
			if from < last || to <= from || to > len(text) {
				t.Fatalf("region %d-%d after %d of %d", from, to, last, len(text))
			}
			last = to
		})
		if at >= 0 && at < len(text) {
			LineIn(text, at, c)
			if from, to := Declared(text); from < 0 || to < from || to > len(text) {
				t.Fatalf("declared %d-%d of %d", from, to, len(text))
			}
		}
	})
}

func TestIsComment(t *testing.T) {
	c := Comments{Line: []string{"//", "--"}, Block: [][2]string{{"/*", "*/"}, {"<!--", "-->"}}}
	sharp := Comments{Line: []string{"#"}}
	for _, tt := range []struct {
		line string
		c    Comments
		want bool
	}{
		{"// foo", c, true},
		{"\t  // foo", c, true},
		{"//", c, true},
		{"-- foo", c, true},
		{"/* foo", c, true},
		{"<!-- foo -->", c, true},
		{" * foo", c, true},
		{"/ foo", c, false},
		{"- foo", c, false},
		{"foo // bar", c, false},
		{`"// foo"`, c, false},
		{"*foo = 1", c, false},
		{"# foo", sharp, true},
		{"// foo", sharp, false},
		{"", c, false},
		{"// foo", Comments{}, false},
	} {
		if got := IsComment([]byte(tt.line), tt.c); got != tt.want {
			t.Errorf("%q: %v", tt.line, got)
		}
	}
}
