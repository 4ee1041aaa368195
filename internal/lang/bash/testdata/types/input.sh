# Variables of all kinds: a shell has no other types.

NAME=value
NAME=other
readonly LIMIT=10 FIRST SECOND="two words"
declare -r FIXED=1
declare -a LIST=(a b "c $NAME")
declare -A MAP=([key]=value)
declare -i COUNT
typeset -gx SHARED=yes
export PATH="$HOME/bin:$PATH"
export NAME
export -f helper
: "${DEFAULT:=fallback}"
LONG="a value that is much too long to be kept in the signature of a variable"
lines=$(wc -l < "$NAME")
arr[3]=x
sum+=1
one=1 two=2

helper() {
  local a b=2 c
  local -r fixed=3
  declare -A seen
  declare -g MADE=1
  a=1
  scratch=$a
  NAME=changed
  COMPUTED=$(date)
  lines=3
  seen[$a]=1
  c="$b$scratch$fixed"
  echo "${c}" "${LIST[0]}" "${#LIST[@]}" "${MAP[$a]}" "$COMPUTED"
  unset MADE
}

for item in "${LIST[@]}"; do
  echo "$item"
done
while read -r line rest; do
  echo "$line $rest"
done < file
