# make        builds ./sextant and shows its main job on this repository
# make test   runs every test with the race detector and prints the counts
# make lint   gofmt, go vet, staticcheck
# make docs   rewrites the generated pages of docs/ and README.md's table

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0
GOFILES = find . -name '*.go' -not -path './.git/*' -not -path '*/testdata/*' -not -path './bench/corpora/*'

.PHONY: try build test lint gofmt vet staticcheck docs clean

try: build
	./sextant index
	./sextant query "gitignore rules and negation" --max 5
	./sextant outline internal/workspace/ignore/ignore.go

build:
	go build -o sextant ./cmd/sextant

# count.go passes on what failed and ends with "N passed, N failed".
test:
	@{ go test -race -timeout 30m -json ./... || echo '{"Action":"failed"}'; } | go run .ci/count.go

lint: gofmt vet staticcheck

gofmt:
	@out=$$($(GOFILES) -exec gofmt -l {} +) && { test -z "$$out" || { echo "not formatted:"; echo "$$out"; exit 1; }; }

vet:
	go vet ./...

staticcheck:
	go run $(STATICCHECK) ./...

docs:
	go test ./internal/docgen -run 'TestPagesAreCurrent|TestReadmeListsTheTools' -update

clean:
	rm -f sextant
