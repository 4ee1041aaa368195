deploy: build/app.tar.gz
	# A comment of the shell.
	@set -e; \
	for f in a b; do \
	  echo "$$f: $(MODE)"; \
	done
	python3 tools/deploy.py --to "$(HOST)" 'it is $(x)'
	$(call notify,done)
ifdef CI
	@echo $${HOME} $@ $< $(@D)
endif

	echo still the recipe
not_recipe = 1
	tabbed = 2
one: ; @echo inline
