name="world"
a="double $name and ${name^^} and $(echo "inner $name") and `date`"
b='single $name'
c=$'ansi \n c'
d=$"translated $name"
e="multi
line $name"
cat <<EOF
hello $name
  ${name} $(date)
EOF
cat <<'EOF' >> out
raw $name
EOF
cat <<-TABS
	tabbed $name
	TABS
cat <<< "here $name"
python3 - <<'PY'
import os
print(os.name)
PY
psql <<"SQL"
select 1
SQL
grep "a b" <<X | sort
  x $name
X
f="pre"$name'post'"$((1 + name))"
