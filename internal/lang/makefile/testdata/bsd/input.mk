.include "../defs.mk"
.include <bsd.prog.mk>
.if defined(DEBUG)
CFLAGS+= -g ${EXTRA:M*x}
.endif
.for f in a b
.endfor
PROG=	tool
SRCS=	main.c ${PROG}.c
tool: ${OBJS}
	${CC} -o ${.TARGET} ${.ALLSRC}
