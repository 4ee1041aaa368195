package typescript

import (
	"maps"

	"sextant/internal/lang"
)

// rules joins the shared table with what one grammar has beyond it: a kind
// that a grammar does not know is an error when the grammar is loaded.
func rules(extra ...map[string]lang.Handler) map[string]lang.Handler {
	all := maps.Clone(sharedRules)
	for _, more := range extra {
		maps.Copy(all, more)
	}
	return all
}

// sharedRules hold in every grammar.
var sharedRules = map[string]lang.Handler{
	"program": program,
	"comment": reference,

	"function_declaration":           functionDeclaration,
	"generator_function_declaration": functionDeclaration,
	"function_expression":            functionExpression,
	"generator_function":             functionExpression,
	"arrow_function":                 functionExpression,
	"method_definition":              method,
	"class_declaration":              class,
	"class":                          class,
	"class_static_block":             functionScope,
	"decorator":                      decorator,
	"variable_declarator":            declarator,
	"assignment_expression":          assignment,
	"pair":                           pair,

	"statement_block":  block,
	"for_statement":    blockScope,
	"for_in_statement": blockScope,
	"catch_clause":     blockScope,
	"switch_body":      blockScope,

	"return_statement":   returns,
	"if_statement":       narrow,
	"ternary_expression": narrow,
	"while_statement":    narrow,
	"binary_expression":  narrow,

	"import_statement": importStatement,
	"export_statement": exportStatement,
	"call_expression":  call,

	"identifier":                            identifier,
	"property_identifier":                   property,
	"private_property_identifier":           property,
	"shorthand_property_identifier":         shorthand,
	"shorthand_property_identifier_pattern": identifier,
	"template_string":                       template,
}

// untypedRules are JavaScript's own.
var untypedRules = map[string]lang.Handler{
	"field_definition": field,
}

// typedRules are TypeScript's own.
var typedRules = map[string]lang.Handler{
	"function_signature":         functionDeclaration,
	"method_signature":           method,
	"abstract_method_signature":  method,
	"call_signature":             functionScope,
	"construct_signature":        functionScope,
	"function_type":              functionScope,
	"constructor_type":           functionScope,
	"conditional_type":           blockScope,
	"index_signature":            blockScope,
	"abstract_class_declaration": class,
	"public_field_definition":    field,
	"property_signature":         field,
	"required_parameter":         parameterProperty,
	"optional_parameter":         parameterProperty,
	"interface_declaration":      interfaceDeclaration,
	"type_alias_declaration":     typeAlias,
	"enum_declaration":           enum,
	"enum_body":                  enumBody,
	"internal_module":            namespace,
	"module":                     namespace,
	"ambient_declaration":        ambient,
	"import_alias":               importAlias,
	"type_identifier":            typeIdentifier,
	"template_literal_type":      template,
}
