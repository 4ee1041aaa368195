# Größe.

GRÖSSE = 1
all: \
	first \
	second
	echo $(GRÖSSE)
last: all