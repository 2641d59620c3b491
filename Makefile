# Two commands do it all on a machine with Python 3.11 or newer, git and make: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
PIP_INSTALL := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run test faults check format bench catalogues screenshots clean

run: $(VENV)/run  ## the bot: on Discord with DISCORD_TOKEN set, else in your browser
	@$(VENV)/bin/python -m bot

# These count real seconds, so nothing else runs beside them.
TIMED := tests/wire tests/end_to_end
PYTEST := $(VENV)/bin/python -m pytest

# Numba compiles the solver first, once for all processes that run tests.
test: $(VENV)/dev  ## all tests
	@$(VENV)/bin/python -m engine.solver verify diplomat 0
	$(PYTEST) --numprocesses 3 --dist loadfile $(addprefix --ignore=,$(TIMED))
	$(PYTEST) $(TIMED)

TIMES ?= 1
faults: $(VENV)/dev  ## the tests of what Discord and the database do wrong: make faults TIMES=10 for so often in a row
	@for _ in $$(seq $(TIMES)); do $(PYTEST) tests/wire || exit 1; done

# Texts that translators and scripts write are left out: they hold no secrets, and take a minute to look through.
# The words that stand for a password in examples are none either.
SOURCES := git ls-files -z -- ':!*.po' ':!*.png' ':!*.txt'

check: $(VENV)/dev  ## style, types, layering, secrets and known vulnerabilities
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(SOURCES) | xargs -0 -n 50 -P 2 $(VENV)/bin/detect-secrets-hook --no-verify --exclude-secrets '^(password|secret([-/]one)?)$$'
	$(VENV)/bin/python tools/advisories.py

format: $(VENV)/dev  ## what can be mended by itself
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

bench: $(VENV)/dev  ## what is measured
	$(VENV)/bin/python bench/engine.py
	$(VENV)/bin/python bench/board.py
	$(VENV)/bin/python bench/turn.py
	$(VENV)/bin/python bench/measuring.py
	$(VENV)/bin/python bench/pictures.py
	$(VENV)/bin/python bench/leaderboard.py --results 500000
	$(VENV)/bin/python bench/solver.py --deals 20 --budget 500000

catalogues: $(VENV)/dev  ## the translators' catalogues, brought up to date with the code
	$(VENV)/bin/python -m tools.catalogues

screenshots: $(VENV)/dev  ## the pictures in docs/, taken with Chromium
	$(VENV)/bin/python tools/screenshots.py

clean:
	rm -rf $(VENV)

$(VENV)/run $(VENV)/dev: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.13")'
	@test -x $(VENV)/bin/pip || { echo "Making $(VENV), which takes a minute …"; $(PYTHON) -m venv --clear $(VENV); }
	@$(PIP_INSTALL) --editable '.[$(if $(filter %/dev,$@),dev,fast,local,solver)]'
	@touch $@
