local App = {}

function App.start(config)
  local state = { count = 0, on_tick = function(n) return n end }
  local function tick(n)
    local function inner(x) return x + n + state.count end
    return inner(n)
  end
  local stop = function() state = nil end
  function App.resume() return tick end
  App.options = config
  do
    local hidden = 1
    function helper() return hidden end
  end
  for i = 1, 10 do
    for key, value in pairs(config) do
      if key == i then
        local x = value
        print(x)
      elseif value then
        goto continue
      else
        break
      end
      ::continue::
    end
  end
  while state do
    local busy = tick(1)
    state = busy
  end
  repeat
    local done = tick(2)
  until done
  return stop, function(...) return select("#", ...) end
end

do
  local secret = 5
  function App.secret() return secret end
end

if jit then
  local ffi = require("ffi")
  App.fast = true
  function App.native() return ffi.new("int") end
end

App.sub = {}
App.sub.deep = {}
function App.sub.run() end
function App.sub.deep:go() end

return setmetatable(App, { __call = function(self, ...) return self.start(...) end })
