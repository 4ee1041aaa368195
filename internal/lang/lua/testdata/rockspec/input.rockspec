package = "demo"
version = "1.0-1"
source = { url = "git://example.org/demo.git" }
dependencies = { "lua >= 5.1", "lpeg" }
build = {
  type = "builtin",
  modules = {
    ["demo"] = "src/demo.lua",
    ["demo.util"] = "src/demo/util.lua",
    core = "csrc/core.c",
  },
  install = { bin = { demo = "bin/demo.lua" } },
}
