# Builds the server.
# Run make help.

BIN := bin/server
SRC = cmd/main.go \
	internal/app.go
FLAGS ?= -v
FLAGS += -race

.PHONY: all build test \
	clean
.DEFAULT_GOAL := all

all: build test ## Does everything

# Compiles it.
build: $(BIN)

$(BIN): $(SRC) go.mod | bin
	@go build $(FLAGS) -o $@ ./cmd

bin:
	mkdir -p $@

test: build; go test ./...

## Removes what was made.
clean distclean:
	rm -rf bin "$(BIN)"
	-rm -f 'x y'

# Lints.
.PHONY: lint
lint:
	./scripts/lint.sh --config tools/lint.yaml

help::
	@echo "make all"
