local DIRS = { UP = 1, DOWN = 2 }
local LIMIT <const> = 100
local host, port = "localhost", 80
local empty
local unset, pair = nil
local huge = math.huge
local config = {
  -- The name shown.
  name = "demo",
  ["quoted-key"] = true,
  [1] = "first",
  [LIMIT] = "computed",
  "positional",
  list = { { name = "inner" }, { name = "other" } },
  a = { b = { c = { d = { e = 1 } } } },
  huge = huge, call = make(1),
  _hidden = 0,
}
VERSION = "1.2"
VERSION = "1.3"
settings = settings or { debug = false }
settings.level, settings.mode = 1, "x"
config.name = "again"
config.extra = { deep = true }
_ = nil
return {
  DIRS = DIRS,
  limit = LIMIT,
  config,
  open = function(self, path) return path end,
}
