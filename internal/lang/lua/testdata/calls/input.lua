local util = require("util")

local function load(path, callback)
  local file = io.open(path, "r")
  if not file then return nil, "no file" end
  local text = file:read("*a")
  file:close()
  callback(text)
  util.log.info("loaded " .. path)
  print "done"
  print [[long]]
  setup { level = 3, on_error = util.fail }
  make()(text):run { 1, 2 }
  list[#list + 1] = text
  list[util.key].value = 1
  counter = counter + 1
  util.count = util.count + 1
  util.config.mode, total = "x", 2
  local a <const>, b <close> = 1, file
  return string.format("%s", a), b
end

load("x", function(t) return #t end)
("x"):rep(3)
_G.answer = 42
