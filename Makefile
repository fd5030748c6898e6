# make check is the gate; the other targets are its parts and what is done by hand.

.PHONY: check test race fuzz bench bench-check performance record build

check: ## everything .ci/run does
	.ci/run

test: ## the tests
	go test ./...

race: ## the packages with goroutines, under the race detector
	go test -race ./eventloop ./gojaloop ./nodeapi ./internal/timerlist ./internal/bench ./internal/modules ./internal/nodeipc ./idle/... ./trace/...

fuzz: ## random operations against a model, a minute each
	go test ./internal/timerlist -run '^$$' -fuzz FuzzLists -fuzztime 60s
	go test ./eventloop -run '^$$' -fuzz FuzzModel -fuzztime 60s

bench: ## the core, with its peers
	go test -run '^$$' -bench . ./internal/timerlist ./eventloop

bench-check: ## the core against internal/performance/bounds.txt: fails if an operation has become much slower
	go run ./internal/performance check

performance: ## the table of speed targets; the peers are binaries in NODE, NODE20, BUN and DENO
	go run ./internal/performance -node "$(NODE)" -node20 "$(NODE20)" -bun "$(BUN)" -deno "$(DENO)"

record: ## record the behaviour cases anew with the Node.js binary in NODE, and show what changed
	go test ./conformance -run 'TestCases|TestStderr' -v -record "$(NODE)"
	git diff --stat -- conformance/cases

build: ## the command, into bin/
	go build -o bin/nodetimers ./cmd/nodetimers
