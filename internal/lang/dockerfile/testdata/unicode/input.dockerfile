# Größe.

FROM alpine AS größe
ENV A=1 \
	B=2
RUN echo $A