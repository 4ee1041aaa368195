first() {
  echo first
}

unfinished() {
  if true; then
    echo "no end"

second() {
  echo second
}

bad ( { ;; }

third() {
  case $x in
    a) echo a
}

# Still documented.
function fourth {
  echo ${x
}

fifth() {
  echo fifth
}
