#!/usr/bin/env bats

load test_helper
load 'libs/bats-support/load'
bats_load_library bats-assert

setup() {
  export TMP="$BATS_TEST_TMPDIR"
  fixture=one
}

# Adds.
@test "addition works: 1 + 1" {
  result="$(add 1 1)"
  [ "$result" -eq 2 ]
  run add "$fixture" 2
  assert_output "3"
}

@test 'single' {
  run -1 ./bin/fail.sh
  helper() { :; }
  run helper
}

teardown() {
  rm -rf "$TMP"
}
