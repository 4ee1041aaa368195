a = 'single'
b = "double #{a} and #{"inner #{a}"} end"
c = %q(quoted) + %Q{with #{a}} + %(plain)
d = /re#{a}x/i
e = `ls #{a}`
f = %x(pwd)
g = :"sym #{a}"
h = %w[one two] + %W[#{a} three]
i = %i[four five]
j = ?x
k = "con" 'cat'
sql = <<~SQL
  select name from users
SQL
raw = <<-'END'.strip
  raw #{no}
  END
text = <<TEXT + tail(<<~SECOND)
first #{a}
TEXT
  second #{call_me(b)}
SECOND
l = "#@state and #$global"
m = "multi
line"
puts(<<~A.lines.map { |line| line.strip }, b)
  x
A
{ "key": a, 'other' => b }
