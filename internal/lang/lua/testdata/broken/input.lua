local M = {}

function M.before(a)
  return a
end

function M.unfinished(a, b)
  local x = a.

function M.after(c)
  return c + 1
end

local t = { a = 1, b = 

M.value = 3

function M:last()
  return self.value
end

if x then
  print("never closed"

local function tail() return 1 end

return M
