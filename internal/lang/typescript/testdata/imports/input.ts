/// <reference path="./globals.d.ts" />
/// <reference types="node" />
/// <reference lib="dom" />
import "./polyfill";
import def from "./default";
import * as ns from "ns-package";
import { one, two as deux, default as three } from "../numbers.js";
import main, { helper } from "@scope/pkg/sub";
import whole, * as star from "star";
import type { OnlyType } from "./types";
import type Default from "./types";
import { type InlineA, type InlineB as B } from "./inline";
import { type Mixed, value } from "./mixed";
import data from "./data.json" with { type: "json" };
import fs = require("fs");
import Alias = ns.Inner.Deep;
export import Shown = ns.Shown;
export * from "./all";
export * as grouped from "./grouped";
export { a, b as c, default } from "./named";
export { default as Widget } from "./widget";
export type { T } from "./t";
export { one, helper as assist, ns as space };
export { local, other as renamed };
export type { Shape };

const local = 1;
function other() {}
interface Shape { side: number }

const lazy = () => import("./lazy");
type Remote = import("./remote").Thing;

async function load() {
  const { first, second: alias } = await import(`./dynamic`);
  const name = "x";
  await import(`./locale/${name}`);
  return first(alias);
}

if (lazy) {
  require("./side");
}
