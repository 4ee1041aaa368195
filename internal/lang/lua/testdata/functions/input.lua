--- Helpers for texts.
-- @module texts
local M = {}

--- Joins the parts of a path.
-- Empty parts are left out.
-- @param ... the parts
function M.join(...)
  return table.concat({ ... }, "/")
end

-- Splits at a separator. Keeps empty parts.
---@param text string
---@param sep? string
---@return string[] parts
function M.split(text, sep)
  local function piece(a, b)
    return text:sub(a, b)
  end
  return piece(1, #text), sep
end

function M:chain(f) return f(self) end

local function trim(s)
  return (s:gsub("^%s+", ""))
end

M.trim = trim
M.upper = function(s) return s:upper() end
M["lower"] = function(s) return s:lower() end
M._secret = function() end

function greet(name) -- a global
  print("hello " .. name)
end

shout = function(name) greet(name:upper()) end

local first, second = function() end, function(a) return a end

M.handlers = {
  open = function(path) return path end,
  ["close"] = function() end,
  [first] = function() end,
}

register("quit", function() M.join("a") end)

return M
