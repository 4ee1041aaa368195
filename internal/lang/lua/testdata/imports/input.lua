local json = require("cjson")
local path = require "plenary.path"
local long = require [[a.long.name]]
local split = require("pl.stringx").split
local cut = require("pl.stringx").split
local deep = require("pl.a").b.c
local made = require("factory")("option")
require("side.effect")
require("plugin").setup({})
local ok, bit = pcall(require, "bit")
local ok2, lfs = pcall(require, 'lfs')
builtin.files = require_on_exported_call("plug.builtin.files").find_files
local lazy = lazy_require "plug.lazy"
loader.prequire("plug.loader")
loader:requireAll("plug.all")
notify_required("Some text. More.")
require_two("plug.a", "plug.b")
is_required("plug")
describe("plug.core")
dofile("scripts/init.lua")
local chunk = loadfile("conf.lua")
local name = "dynamic"
require(name)
require("prefix." .. name)

local function late()
  local inner = require("late.module")
  return inner.run(json.encode({}), require("other").go)
end

return { late = late, again = late, json = json, VERSION = "1.0", nested = { x = 1 } }
