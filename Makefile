# prefd's commands. `make test` and `make demo` need nothing done before on Debian 12 with Swift.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.PHONY: build clean demo deps format replay test

# The programs, as .build/release/prefd and .build/release/prefctl.
build:
	@swift build -c release --product prefd
	swift build -c release --product prefctl

# What is missing of the packages; LISTS="run test" for the tests' too. Starts no service.
LISTS ?= run
deps:
	@.ci/deps $(LISTS)

# Formatting, a build without a single warning, SEEDS seeds of the simulation, and every test.
SEEDS ?= 10000
test:
	@.ci/deps run test
	swift format lint --strict -r Sources Tests Package.swift
	mkdir -p .build
	swift build --build-tests 2>&1 | tee .build/build.log
	if grep -F 'warning:' .build/build.log; then echo 'make test: the build must not warn' >&2; exit 1; fi
	swift build -c release --product simulate 2>&1 | tee .build/simulate.log
	if grep -F 'warning:' .build/simulate.log; then echo 'make test: the build must not warn' >&2; exit 1; fi
	.build/release/simulate --seeds $(SEEDS)
	swift test --skip-build --disable-xctest --skip ProcessTests
	# The programs as they ship, one tree of them at a time, so that none starves another of its heartbeats.
	for program in prefd prefctl hotpath; do swift build -c release --product $$program; done
	PREFD_PROGRAMS=.build/release swift test --skip-build --disable-xctest --no-parallel --filter ProcessTests

# A real tree of three levels, fed with this host's measurements, and an independent check; KEEP=1 leaves it up.
KEEP ?=
demo:
	@.ci/deps run
	swift build -c release --product prefd
	swift build -c release --product prefctl
	/usr/bin/python3 docs/examples/demo/demo.py .build/release $(if $(KEEP),--keep)

# Runs one seed of the simulation again, to the same trace: make replay SEED=…
replay:
	@test -n "$(SEED)" || { echo 'usage: make replay SEED=NUMBER' >&2; exit 2; }
	swift build -c release --product simulate
	.build/release/simulate --seed $(SEED)

format:
	@swift format format -i -r Sources Tests Package.swift

clean:
	@rm -rf .build
