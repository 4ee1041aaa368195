export PATH := $(HOME)/bin:$(PATH)
override CFLAGS += -g
private X = 1
A ::= x
B :::= y
C != uname -s
D?=d
E=$(A)=$(B):c
export
unexport F
export G
EMPTY =
LONG = one two three four five six seven eight nine ten eleven twelve thirteen
URL = https://example.org/a#b # a comment
HASH = a\#b
define SCRIPT
echo "$(A)" > $(1)
define inner
endef
endef
define TWO =
x
endef
upper = $(shell echo $(1) | tr a-z A-Z)
RESULT := $(call upper,$(A)) $(call SCRIPT, x) $(patsubst %.c,%.o,$(SRCS)) $(SRCS:.c=.o) ${E}
$(A)_flags = computed
release: CFLAGS = -O2
release debug: export MODE := x $(A)
prog: private LDLIBS += -lm
undefine D
VAR_$(A) := y
ifdef-not = a
include = 3
define = 4
