greet() { echo "hi $1"; }

greet world
greet "$(whoami)" | tr a-z A-Z
if greet; then :; elif ! greet again; then greet; fi
greet && other || true
DEBUG=1 greet loud
x=$(greet a)
y=`greet b`
diff <(greet a) <(greet b)
(greet sub)
{ greet group; }
case "$x" in
  hi*) greet case ;;
  *) other ;;
esac
until greet; do sleep 1; done
for ((i = 0; i < 3; i++)); do greet "$i"; done
echo $((x + count * 2)) "${x:-$y}" "${x##*/}" "${x/$y/z}"
trap greet EXIT
trap 'greet' INT
trap -p
command greet
command -v greet
exec greet
sudo -u root greet
time greet
timeout 5 greet
env A=1 greet
complete -F _greet greet
read -p "name? " -r answer
mapfile -t rows < file
printf -v text '%s' x
getopts "ab:" option
echo "$answer ${rows[0]} $text $option"
[ "$x" = "$y" ] && [[ $x =~ ^a.*$ ]]
"$RUNNER" --now
$cmd arg
eval "$x"
select pick in a b; do echo "$pick"; done
alias ll='ls -l' gs="git status"
alias -g G='| grep'
function wrapped { alias inner=greet; }
coproc greet
