package ruby

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how Ruby's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:    "constants by lexical scope and inheritance, include, extend and prepend, attr_ methods, instance variables, calls without parentheses, blocks, what methods return, aliases and delegates",
		Beyond:      "methods defined by metaprogramming, refinements; measured on no type checker's answers",
		Type:        typeOf,
		Common:      func(name string) bool { return commonMembers[name] },
		Implied:     implied,
		MakeMember:  "new",
		Constant:    func(name string) bool { return name != "" && upper(name[0]) },
		TopType:     topModule,
		ItemMembers: []string{"[]"},
		Dynamic:     true,
	}
}

// typeOf reads a constant's dotted name.
func typeOf(text string) lang.Type {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "::"), "::", ".")
	if text == "" || strings.ContainsAny(text, " ()<>[]{}|,") {
		return lang.Type{}
	}
	return lang.Type{Name: text}
}

// implied is what Active Record's classes have and a few members of all objects.
func implied(kind code.Kind, member string) (lang.Type, bool) {
	self := lang.Type{Name: code.ChainSelf}
	result := func(t lang.Type) (lang.Type, bool) {
		return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{t}}, true
	}
	if member == "class" || member == "itself" && kind == code.KindModule {
		return result(lang.Type{Name: lang.TypeOf, Args: []lang.Type{self}})
	}
	if kind != code.KindClass {
		return lang.Type{}, false
	}
	switch member {
	case "where", "order", "limit", "offset", "includes", "joins", "left_joins", "left_outer_joins", "preload", "eager_load", "all", "none", "unscoped", "reorder", "distinct", "group",
		"having", "references", "select", "not", "or", "merge", "lock", "readonly", "rewhere", "with", "in_order_of", "unscope", "find_in_batches", "in_batches",
		"page", "per":
		return result(lang.Type{Name: lang.TypeOf, Args: []lang.Type{self}})
	case "find", "find_by", "find_by!", "first", "first!", "last", "last!", "take", "take!", "create", "create!", "build", "find_or_create_by", "find_or_create_by!",
		"find_or_initialize_by", "create_or_find_by", "sole", "find_sole_by", "second", "instance":
		return result(self)
	}
	return lang.Type{}, false
}

func set(text string) map[string]bool {
	m := make(map[string]bool)
	for _, n := range strings.Fields(text) {
		m[n] = true
	}
	return m
}

// commonMembers are methods of Ruby's own classes and of the libraries that
// most programs use.
var commonMembers = set(`
each map collect select filter filter_map reject find detect find_all inject reduce each_with_index each_with_object each_slice each_cons each_pair
each_key each_value each_line each_char each_byte each_entry flat_map sort sort_by min max min_by max_by sum count size length first last take drop
take_while drop_while zip group_by partition any? all? none? one? include? member? key? has_key? value? has_value? empty? nil? is_a? kind_of? instance_of?
respond_to? send public_send __send__ method methods object_id hash eql? equal? inspect to_s to_str to_a to_ary to_h to_i to_f to_sym to_proc to_r to_c
to_json to_yaml to_set to_path call new allocate superclass class name dup clone freeze frozen? tap then instance_variable_get instance_variable_set
instance_eval instance_exec class_eval class_exec module_eval define_method define_singleton_method instance_methods const_get const_set constants
const_defined? ancestors extend include prepend include? raise fail puts print p pp format sprintf printf gets require load open read write close
closed? flush readline readlines rewind seek sync eof? push pop shift unshift insert append prepend concat delete delete_at delete_if clear compact
flatten uniq reverse rotate shuffle sample join split strip lstrip rstrip chomp chop chars bytes lines sub gsub sub! gsub! tr match match? scan
start_with? end_with? index rindex slice upcase downcase capitalize swapcase succ next ord chr hex oct encode encoding force_encoding unpack unpack1
pack center ljust rjust replace keys values fetch dig store merge merge! update transform_values transform_keys invert key values_at fetch_values
sort! map! select! reject! uniq! compact! flatten! reverse! except only min_max minmax tally lazy cycle step times upto downto round floor ceil abs
divmod zero? positive? negative? even? odd? between? clamp coerce year month day hour minute min sec second strftime iso8601 parse now today at utc
message backtrace full_message cause set_backtrace exception start stop run join value alive? wakeup kill synchronize lock unlock path basename
dirname extname exist? exists? file? directory? expand_path mkdir mkdir_p rm rm_rf cp mv glob children parent root absolute? relative? body status
code headers header host port scheme query fragment url uri get post put patch delete head request response params session cookies flash logger
info warn warning error debug fatal save save! update update! create create! destroy destroy! where order limit all id ids errors valid? invalid?
persisted? new_record? reload attributes attributes= assign_attributes find_by find_by! exists? pluck joins includes left_joins group having
present? blank? presence try try! html_safe render redirect_to to_param described_class subject it describe context before after around let expect
allow receive eq be type kind data text content args options config key value line column node nodes source loc location title description
user state result id= name= [] []= == != === =~ <=> << + - * / % ! < > <= >= & | ^ add set log version env start_line instance callback process input output
yield itself object begin end pred validate validates helper helpers default filename
`)
