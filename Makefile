# Neoville. Every target gets ready whatever it needs; the first run takes a minute, the next ones start at once.
# Another Python than python3: make PYTHON=python3.12 test
PYTHON ?= python3
export PYTHON

VENV := .venv/bin/python
ANY  := $(or $(wildcard $(VENV)),$(PYTHON))
SEED := 1
SEATS := expert,hard
WHAT :=

.PHONY: help play demo watch screenshots test soak bench lint format clean setup app

help:  ## this list (the default)
	@sed -n 's/^\([a-z]*\):.*##/  make \1\t/p' Makefile | expand -t 20

play: app  ## play in a window; where there is no display, the demonstration
	@$(VENV) main.py || { [ $$? = 3 ] && echo "There is no display here, so the demonstration plays." && $(MAKE) -s demo; }

demo: app  ## whole games by touch without a display, with pictures: make demo SEED=7
	@WINDOW=1280x800 MSAA=2 PYTHONPATH=. $(VENV) -m tests.app.demo --seed $(SEED) build/demo

watch:  ## watch two computer players in the terminal: make watch SEED=7 SEATS=expert,easy
	@PYTHON=$(ANY) .ci/setup python
	@mkdir -p build
	@$(ANY) -m engine play --seats $(SEATS) --seed $(SEED) --record build/watch.jsonl
	@$(ANY) -m engine show build/watch.jsonl

screenshots: app  ## all screens at all sizes: make screenshots WHAT="--sizes 1280x800 --names play-*"
	@PYTHONPATH=. $(VENV) -m tests.app.screenshots $(WHAT)

test: lint  ## check the code, then run the tests
	$(VENV) -m pytest -n 2

soak: setup  ## the long campaigns
	SOAK=1 $(VENV) -m pytest -n 2 -m soak

bench:  ## our speed beside other engines, and the app's beside a bare one
	@.ci/setup bench
	PYTHONPATH=. $(VENV) tests/bench/compare.py
	PYTHONPATH=. $(VENV) tests/bench/app_speed.py

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

app: setup
	@$(VENV) -c 'import importlib.util as u, sys; sys.exit(not u.find_spec("kivymd"))' || { \
	  echo "The app needs Kivy 2.3.1, which $$($(VENV) -V) here does not have; Python 3.11 to 3.13 can: make PYTHON=python3.13 play"; exit 1; }
