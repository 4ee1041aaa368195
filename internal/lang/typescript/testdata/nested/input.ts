export function outer(a: number) {
  const inner = (b: number) => {
    function innermost(c: number) {
      return a + b + c;
    }
    return innermost(b);
  };
  class Local<T> {
    method(value: T) {
      const callback = function named(depth: number): number {
        return depth ? named(depth - 1) : inner(depth);
      };
      return callback(1);
    }
  }
  if (a) {
    let block = 1;
    var hoisted = block;
  }
  enum Kind { A }
  type Alias = Local<string>;
  interface Shape { kind: Kind; other: Alias }
  return [new Local<Shape>(), hoisted, block, Kind.A];
}

export const api = {
  version: 1,
  get(id: string) {
    return this.request(id);
  },
  post: async (body: Body) => send(body),
  users: {
    list() {
      return [];
    },
    limit: 10,
  },
  get size() {
    return 3;
  },
  "quoted-name": function () {},
  Inner: class {
    go() {}
  },
} as const;

export const store = createStore({
  actions: {
    add(state: State) {
      const local = { skip() {} };
      use(local, { onDone() {} });
    },
  },
});

export function createCounter() {
  let count = 0;
  return {
    increment: () => count++,
    reset() {
      count = 0;
    },
  };
}

describe("outer", () => {
  const setup = () => outer(1);
  it("works", () => {
    expect(setup()).toBe(2);
  });
});

(function () {
  var hidden = 1;
  function visible() {
    return hidden;
  }
})();

function local() {
  const context = {
    push(value: number) {
      context.push(value);
    },
  };
  run({ callback() {} });
  Object.assign(Target.prototype, { added() {} });
  plugin.extend({ extra: () => 1 });
  return context;
}
