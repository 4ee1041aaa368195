#!/usr/bin/env bash
# Builds the site. Then uploads it.

set -euo pipefail

# Prints a message.
log() {
  printf '%s\n' "$*" >&2
}

function build {
  local target="$1" mode
  mode=fast
  log "building $target in $mode"
  if [[ -n "$mode" ]]; then
    compile "$target"
  fi
}

# Cleans up.
# shellcheck disable=SC2317
function clean-all() {
  rm -rf "$OUT"
}

upload() (
  cd "$OUT" || exit 1
  rsync -a . "$HOST:/srv"
)

site::deploy() { build "$@"; upload; }

outer() {
  inner() {
    log inner
  }
  inner
}

empty ()
{
  :
}

main() {
  build all
  site::deploy
}

main "$@"
