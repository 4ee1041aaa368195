#!/usr/bin/env lua
-- Copyright (c) 2024 Someone
-- All rights reserved.

--[[
  Reads settings from disk.

  More about it.
]]

local M = {} -- not a doc

--[==[
Long comment with ]] inside. Second sentence.
]==]
function M.long() end

-------------------------------------------------
-- Between rules.
-------------------------------------------------
function M.ruled() end

-- luacheck: ignore
--- After a pragma.
function M.pragma() end

---@param a number
---@return fun(x: number, y: string): boolean, string
function M.tags(a) return a end

--- Text above tags
--- on two lines
---@see other
--- not this
function M.wrapped() end

-- detached

function M.plain() --[[ inline ]] return "-- no comment", '[[no]]', [[
 -- no comment ]] end

M.size = 10 -- trailing
M.depth = 3
M.escaped = "a\"b\z
  c"
M.level = [==[ ]] ]==]
return M
