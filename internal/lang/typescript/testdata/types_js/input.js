import { Base } from "./base.js";

/** A queue. */
export class Queue extends Base {
  static #instances = 0;
  items = [];
  limit = 10;
  onFull = () => this.drain();

  constructor(name) {
    super();
    this.name = name;
    this.items = [];
    this.flush = () => this.drain();
    if (name) {
      this.name = "again";
    }
  }

  get size() { return this.items.length; }
  set size(n) { this.items.length = n; }
  static create(name) { return new Queue(name); }
  async *[Symbol.asyncIterator]() {}
  #secret() {}
  drain() { this.#secret(); this.later = 1; }
}

const Anonymous = class extends Queue {};
const Mixed = mixin(Base, class Named { go() {} });

@logged
class Decorated {
  @observable value = 1;
  @action.bound
  set(v) { this.value = v; }
}
