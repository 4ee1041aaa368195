include config.mk common/rules.mk
-include $(DEPS) $(wildcard *.d)
sinclude local.mk # if there
include $(TOP)/build/rules.mk $(dir $(lastword $(MAKEFILE_LIST)))near.mk
include mk/*.mk
  include indented.mk \
    next.mk

sub:
	$(MAKE) -C lib all
	cd x && ${MAKE} -f other.mk -C $(DIR)
	make -Cdocs; make -f tools/x.mk
