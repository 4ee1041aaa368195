/**
 * Joins.
 * @param {Array.<Part>} parts what to join
 * @param {?Options} [options]
 * @param {string} options.sep not a parameter
 * @returns {Promise<Whole>}
 */
export function join(parts, options = {}) {
  parts[0].use();
  options.check();
  return anything;
}

class Tree {
  /** @type {Node} */
  root = null;

  /** @param {function(Node): void} each */
  walk(each) {
    each(this.root.next);
  }
}

/** @type {Tree} */
let tree;
tree.walk();
