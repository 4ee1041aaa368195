local class = require("middleclass")
local Object = require "classic"
local Base = require("shapes.base")

--- A shape with an area.
---@class Shape
---@field name string
local Shape = {}
Shape.__index = Shape
Shape.sides = 0
Shape.MAX_SIDES = 12

---Makes a shape.
---@param name string
---@return Shape
function Shape.new(name)
  local self = setmetatable({}, Shape)
  self.name = name
  return self
end

function Shape:area()
  return self.width * self.height
end

local Circle = setmetatable({}, { __index = Shape })

function Circle:init(r)
  self.r = r
  self.r = r + 1
  Shape.init(self)
end

local Square = Base:extend()
function Square:new(side)
  Square.super.new(self, side)
  self.side = side
end

local Label = Base.Widget:extend{
  text = "none",
  width = 10,
  style = { bold = true },
  paint = function(self, canvas)
    self.painted = true
    canvas:draw(self.text)
  end,
}

local Animal = class("Animal")
local Dog = class("Dog", Animal)
function Dog:bark() return self:sound() end

Game = Game or {}
Game.World = Object:extend()
function Game.World:update(dt) self.time = self.time + dt end

---@class Point : Shape
---@type Point
local origin = { x = 0, y = 0 }

return Shape
