from scratch as empty
from debian:12 as Base
run apt-get update
FROM base AS dev
ONBUILD COPY app.py /app/
RUN --mount=type=bind,from=dev,source=/x,target=/y --mount=from=node:20,target=/z true
FROM ${BASE:-dev} AS test
FROM dev
