-- Queue of jobs.
module("jobs.queue", package.seeall)

local items = {}

function push(item)
  items[#items + 1] = item
  last = item
end

function pop()
  return table.remove(items)
end

größe = function(naïve) return naïve end
