package java

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
)

// linking says how Java's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Type:            typeOf,
		Known:           jvm.Known,
		Library:         jvm.Library,
		Implied:         implied,
		Common:          jvm.Common,
		Predeclared:     jvm.InJavaLang,
		ImplicitMembers: true,
		CallsApart:      true,
		FullNames:       true,
		SingleMethod:    true,
		Family:          jvm.Family,
	}
}

// implied gives the members that every enum has.
func implied(kind code.Kind, member string) (lang.Type, bool) {
	if kind != code.KindEnum {
		return lang.Type{}, false
	}
	self := lang.Type{Name: code.ChainSelf}
	switch member {
	case "values":
		return jvm.Returning(lang.Type{Name: lang.TypeList, Args: []lang.Type{self}}), true
	case "valueOf":
		return jvm.Returning(self), true
	}
	return lang.Type{}, false
}
