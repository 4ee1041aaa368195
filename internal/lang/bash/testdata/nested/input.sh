outer() {
  local shared=1
  middle() {
    local deep=2
    innermost() {
      echo "$deep $shared $global_name"
    }
    innermost
  }
  if [ -n "$1" ]; then
    conditional() { middle; }
  else
    conditional() { :; }
  fi
  while true; do
    looped() { conditional; }
    break
  done
}
global_name=x
(
  in_subshell() { outer; }
  hidden=1
)
result=$(
  in_substitution() { outer; }
  in_substitution
)
