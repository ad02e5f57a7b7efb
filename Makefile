# Everything here needs Go and nothing else; modules come from the Go proxy.
GO ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS = -s -w -X rubato/experiments.Version=$(VERSION)

.PHONY: help setup build test bench lint check baseline demo validation clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## fetch the modules
	$(GO) mod download

build: ## build bin/rubato, one static binary
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/rubato ./cmd/rubato

test: ## run all tests, the linters among them
	$(GO) test ./...

bench: ## run the benchmarks once each
	$(GO) test ./... -run '^$$' -bench . -benchtime 1x -benchmem

lint: ## run the linters alone
	$(GO) test ./internal/lint -count=1

check: build ## compare the built-in experiments with experiments/baseline.yaml
	bin/rubato check experiments/baseline.yaml

baseline: build ## record what they give now, and show what that changes
	bin/rubato check experiments/baseline.yaml --update

demo: build ## replay the AWS spot trace and Tiresias' 60 jobs; files in out/demo
	bin/rubato run spot-p3 --out out/demo

validation: ## compare with theory and published figures, write docs/validation.md
	$(GO) run ./validation

clean: ## remove bin and out
	rm -rf bin out
