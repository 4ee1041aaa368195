first: a
	echo one

missing separator here
= no name
: no target

second: $(unclosed
	echo $(also unclosed

define never_ends
echo $(1)

third: b
