# Neoville. Every target gets ready whatever it needs; the first run takes a minute, the next ones start at once.
# Another Python than python3: make PYTHON=python3.12 test
PYTHON ?= python3
export PYTHON

VENV := .venv/bin/python
ANY  := $(or $(wildcard $(VENV)),$(PYTHON))
SEED := 1
SEATS := expert,hard

.PHONY: help play test soak bench lint format clean setup

help:  ## this list (the default)
	@sed -n 's/^\([a-z]*\):.*##/  make \1\t/p' Makefile | expand -t 16

play:  ## watch a game of two computer players: make play SEED=7 SEATS=expert,easy
	@PYTHON=$(ANY) .ci/setup python
	@mkdir -p build
	@$(ANY) -m engine play --seats $(SEATS) --seed $(SEED) --record build/play.jsonl
	@$(ANY) -m engine show build/play.jsonl

test: lint  ## check the code, then run the tests
	$(VENV) -m pytest -n 2

soak: setup  ## the long campaigns
	SOAK=1 $(VENV) -m pytest -n 2 -m soak

bench:  ## our speed beside other engines
	@.ci/setup bench
	PYTHONPATH=. $(VENV) tests/bench/compare.py

lint: setup  ## style and types
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(VENV) -m mypy

format: setup  ## let ruff mend what it can
	$(VENV) -m ruff check --fix .
	$(VENV) -m ruff format .

clean:  ## remove everything that can be made again
	rm -rf .venv build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

setup:
	@.ci/setup
