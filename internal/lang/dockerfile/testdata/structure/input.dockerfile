# syntax=docker/dockerfile:1
# check=skip=all

# Runs the server.

ARG GO=1.22
FROM --platform=$BUILDPLATFORM golang:${GO} AS build
# Where the sources are.
WORKDIR /src
ARG VERSION=dev TARGET
ENV CGO_ENABLED=0 \
    GOFLAGS="-mod=vendor"
ENV OLD form of it
COPY go.mod go.sum ./
COPY ./cmd/main.go vendor/ /src/
COPY --chown=1:1 ["a file.txt", "tools/x.sh", "/dest/"]
ADD https://example.org/x.tar.gz /tmp/
COPY package*.json configs/*.y?ml ./
RUN --mount=type=cache,target=/root/.cache \
    # A comment in between.
    go build -ldflags "-X main.version=$VERSION" -o /out/app ./cmd \
 && ./scripts/check.sh '$VERSION' $HOME

FROM gcr.io/distroless/static:nonroot
COPY --from=build /out/app /app
COPY --from=busybox:1.36 /bin/sh /bin/sh
COPY --from=0 /x /y
LABEL org.example.version="${VERSION}"
EXPOSE 8080 9090/udp
USER nonroot
# Answers when alive.
HEALTHCHECK --interval=30s CMD ["/app", "health"]
ENTRYPOINT ["/app", "--config", "configs/app.yaml"]
CMD scripts/run.sh $OLD
