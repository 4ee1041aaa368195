module.exports = class Parser {
  parse(text) { return tokens(text); }
};

module.exports.tokens = tokens;

function tokens(text) { return text.split(/\s+/); }
