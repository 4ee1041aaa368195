/**
 * Module dependencies.
 */
var express = require("express");
var { join, resolve: absolute, ...others } = require("path");
const Router = require("./router").Router;
const tool = _interopRequireDefault(require("./tool"));
let late;
late = require("./late");
require("./register");

exports = module.exports = createApp;
exports.version = "1.0";
exports.Router = Router;
exports.helper = helper;
exports.alias = helper;
exports.parse = function parseText(text) { return join(text, absolute(text)); };
exports.first = exports.second = () => late();
exports.lib = require("./lib");
module.exports.Store = class Store { get() {} };
module.exports.options = { deep() {} };
exports.later = void 0;

function createApp() {
  var app = function (req, res) { app.handle(req, res); };
  app.handle = function handle(req, res) {};
  return app;
}

function helper() {}

function Person(name) {
  this.name = name;
  this.greet = function () { return "hi " + this.name; };
}

Person.prototype.walk = function walk(steps) { this.steps = steps; };
Person.prototype.run = Person.prototype.jog = function () {};
Person.prototype.kind = "human";
Person.create = function (name) { return new Person(name); };
Object.assign(Person.prototype, {
  sleep() {},
  dream: function () {},
});

function Child() { Person.call(this); }
Child.prototype = {
  play: function () {},
  toys: 3,
};

exports.Person = Person;
