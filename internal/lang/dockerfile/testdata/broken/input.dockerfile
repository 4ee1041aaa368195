FROM
RUN echo "open
FROM alpine AS
WRONG things here
ARG
ENV
COPY
FROM a AS first
RUN cat <<EOF
never closed
FROM b AS second
ENV =x A=
ARG =y
RUN x \
