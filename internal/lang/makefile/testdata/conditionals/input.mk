ifeq ($(OS),Windows_NT)
    EXE = .exe
    ifneq "$(CC)" "cl"
        CC = gcc
    endif
else ifdef DEBUG
    EXE = -debug
else
    EXE =
endif

run: app$(EXE)
ifeq ($(V),1)
	./app$(EXE) -v
else
	./app$(EXE)
endif
	@echo done
after: run
