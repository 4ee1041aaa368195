const { readFile } = require("fs");
const local = 1;
function run() {}

module.exports = {
  run,
  start: run,
  local,
  readFile,
  stop() {},
  pause: function () {},
  resume: () => run(),
  version: "2.0",
  nested: { deep() {} },
  remote: require("./remote"),
  ...require("./rest"),
};
