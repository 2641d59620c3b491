# Two commands do it all on a machine with Python 3.11 or newer, git and make: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
PIP := $(VENV)/bin/python -m pip --quiet --disable-pip-version-check
PYTEST := $(VENV)/bin/python $(COVERED) -m pytest
HAS_NUMBA := $(VENV)/bin/python -c 'import numba' 2> /dev/null
COMPILE := ! $(HAS_NUMBA) || $(VENV)/bin/python -c 'from engine.solver import compile_searches; compile_searches()'
# Building these from source takes a compiler, LLVM and an hour, and usually fails.
WHEELS_ONLY := --only-binary numba,llvmlite,numpy
WITHOUT_NUMBA := Numba has no wheel for this machine. All works, but the solver is a hundred times as slow: hints prove less.
COVERAGE := $(VENV)/bin/python -m coverage

.PHONY: run test test-long test-all test-postgresql faults explore check check-secrets check-github format bench catalogues drawings screenshots animation architecture simplicity wheel image try-image release-notes tag-image release clean

run: $(VENV)/run  ## the bot: on Discord with DISCORD_TOKEN set, otherwise in your browser
	@$(VENV)/bin/python -m bot

# Separate processes, faults over the wire, the browser, and all that can be pressed or forged take longest.
LONG := tests/processes tests/wire tests/end_to_end tests/referees $(addprefix tests/bot/commands/test_, \
	arbitrary_input.py event_loop.py every_button.py other_users_buttons.py presses_alone.py)

test: $(VENV)/dev  ## everything a contributor needs, in minutes
	@$(COMPILE)
	$(PYTEST) --numprocesses auto --dist worksteal $(addprefix --ignore=,$(LONG))

# What `make test` tries of these is enough before a commit; here it is several times as much.
THOROUGH := tests/engine tests/bot/messages tests/bot/model $(addprefix tests/bot/test_, parsing.py settings.py)

test-long: $(VENV)/dev  ## the long suites
	$(PYTEST) --numprocesses 4 --dist worksteal $(LONG)
	$(PYTEST) --numprocesses 4 --dist worksteal --hypothesis-profile thorough $(THOROUGH)

test-all: $(VENV)/dev  ## all tests, and which lines and branches they cover
	$(COVERAGE) erase
	$(MAKE) test test-long COVERED='-m coverage run'
	$(COVERAGE) combine --quiet
	$(COVERAGE) report

test-postgresql: $(VENV)/dev  ## the tests of PostgreSQL, on the server at the URL TEST_POSTGRESQL
	$(PYTEST) --numprocesses 2 -k postgresql tests/bot tests/wire

TIMES ?= 1
faults: $(VENV)/dev  ## the fault tests, TIMES in a row: make faults TIMES=10
	@for _ in $$(seq $(TIMES)); do $(PYTEST) --numprocesses 4 tests/wire || exit 1; done

explore: $(VENV)/dev  ## the property tests with random examples: make explore TIMES=10
	@for _ in $$(seq $(TIMES)); do $(PYTEST) --numprocesses auto --hypothesis-profile explore -m hypothesis tests || exit 1; done

check: $(VENV)/dev check-secrets check-github  ## style, types, layers, secrets, GitHub's files and known vulnerabilities
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/python tools/advisories.py

# Catalogues, generated lists and databases for tests hold no secrets, and take a minute to scan. The words excluded are
# passwords in examples.
SOURCES := git ls-files -z -- ':!*.po' ':!*.png' ':!*.webp' ':!*.txt' ':!tests/bot/store/releases/*'

check-secrets: $(VENV)/dev
	$(SOURCES) | xargs -0 -n 50 -P 2 $(VENV)/bin/detect-secrets-hook --no-verify --exclude-secrets '^(password|secret([-/]one)?)$$'

SCHEMA := $(VENV)/bin/check-jsonschema --builtin-schema

check-github: $(VENV)/dev
	$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(SCHEMA) vendor.dependabot .github/dependabot.yml
	$(SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA) vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(VENV)/bin/actionlint
	$(VENV)/bin/zizmor --offline --quiet --strict-collection --min-severity medium .github
	$(VENV)/bin/pre-commit validate-config

format: $(VENV)/dev  ## what ruff can fix
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

bench: $(VENV)/dev  ## measure the cost of turns, long games, rules and the solver
	$(VENV)/bin/python -m bench.engine
	$(VENV)/bin/python -m bench.columns
	@$(PIP) install --constraint constraints.txt --editable '.[bench]'
	$(VENV)/bin/python -m bench.turn
	$(VENV)/bin/python -m bench.lag
	$(VENV)/bin/python -m bench.solver --deals 20 --budget 500000

catalogues: $(VENV)/dev  ## the translators' catalogues, brought up to date with the code
	$(VENV)/bin/python -m tools.catalogues

drawings: $(VENV)/dev  ## the emoji and the portrait that ship with the bot
	$(VENV)/bin/python -m tools.emoji
	$(VENV)/bin/python -m tools.portrait

screenshots: $(VENV)/dev  ## pictures of every game and page in screenshots/, taken with Chromium
	$(VENV)/bin/python -m tools.screenshots

animation: $(VENV)/dev  ## the animated picture of a game in the README, recorded with Chromium
	$(VENV)/bin/python -m tools.animation

architecture: $(VENV)/dev  ## the picture of the rooms in docs/architecture.md
	$(VENV)/bin/python -m tools.architecture

simplicity: $(VENV)/dev  ## what a reader of the code meets, and what a turn does
	$(VENV)/bin/python -m tools.simplicity

wheel: $(VENV)/run  ## dist/*.whl
	rm -rf dist
	$(PIP) wheel --no-deps --wheel-dir dist .

IMAGE ?= patience-bot
image:  ## the container image
	docker build --tag $(IMAGE) .

try-image:  ## read the image's help, wait until it is healthy, open its page, stop it
	$(PYTHON) tools/trial.py \
		--bot 'docker run --rm --name patience-trial $(IMAGE)' \
		--python 'docker exec patience-trial /opt/patience/bin/python'

release-notes:  ## the changelog's section about TAG, which must name this version
	@$(PYTHON) tools/release_notes.py $(TAG)

tag-image:  ## tag the images of all platforms, pushed as DIGESTS, as one: the version of TAG, and the latest
	docker buildx imagetools create $(foreach tag,$(TAG:v%=%) latest,--tag $(IMAGE):$(tag)) $(addprefix $(IMAGE)@,$(DIGESTS))

release:  ## GitHub's release of TAG, with the wheel and the notes in dist
	gh release create $(TAG) --verify-tag --notes-file dist/notes.md dist/*.whl

clean:
	rm -rf $(VENV) dist

$(VENV)/run $(VENV)/dev: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.13")'
	@test -x $(VENV)/bin/pip || { echo "Making $(VENV), which takes two minutes …"; $(PYTHON) -m venv --clear $(VENV); }
	@$(PIP) install --constraint constraints.txt --editable '.[$(if $(filter %/dev,$@),dev,fast,local)]'
	@$(PIP) install --constraint constraints.txt --editable '.[solver]' $(WHEELS_ONLY) 2> /dev/null || true
	@$(HAS_NUMBA) || echo '$(WITHOUT_NUMBA)'
	@$(COMPILE) > /dev/null  # otherwise the first hint would wait for it
	@touch $@
