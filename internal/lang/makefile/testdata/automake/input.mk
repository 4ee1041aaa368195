## Process this file with automake.
AUTOMAKE_OPTIONS = foreign
bin_PROGRAMS = tool
tool_SOURCES = src/tool.c src/tool.h
if WITH_X
tool_SOURCES += src/x.c
endif
include $(top_srcdir)/am/common.am
include @srcdir@/x.mk
SUBDIRS = lib @EXTRA@
CC = @CC@
install-exec-local: all
	$(INSTALL) tool $(DESTDIR)$(bindir)
