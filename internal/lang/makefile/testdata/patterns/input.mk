%.o: %.c config.h
	$(CC) -c $<
objs/%.o objs/%.d: src/%.c
	$(CC) -o $@ $<
$(OBJS): objs/%.o: src/%.c | objs
	$(CC)
.c.o:
	$(CC) -c $<
.SUFFIXES: .c .o
a.h b.h &: gen.py
	python gen.py
lib(member.o): member.o
C:/tools/x: y
archive: $(patsubst %,%:x,$(A)) src/main.c
.SECONDARY:
$(eval $(call RULE,foo))
