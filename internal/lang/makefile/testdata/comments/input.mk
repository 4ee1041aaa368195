# Copyright of somebody.

# The header \
  goes on.

# Not about anything.

# About A.
A = 1 # behind
# About t.
#
# More.
t: a b # not a doc
t2: a ## A doc. More.
	# in the recipe
# between recipes
	echo "# no comment"
#no blank
u:
