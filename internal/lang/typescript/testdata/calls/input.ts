import { api } from "./api";

export function run(input: Input, flag?: boolean) {
  api.users.list(input);
  api?.users?.get?.(input.id);
  input.items.map((item) => item.name).filter(Boolean);
  create().start();
  api.connect().close();
  new Client(input).send(flag);
  new api.Client<string>("x");
  (await load()).value;
  input.list[0].touch();
  input!.name!.trim();
  input.count += 1;
  input.count++;
  input.a = input.b = 3;
  delete input.cache;
  [input.x, input.y] = [1, 2];
  ({ a: input.z, flag } = load());
  for (input.key of input.keys()) log(input.key);
  for (const key in input) log(key);
  const { name: title, ...others } = input;
  log`title ${title} ${others}`;
  const cast = <Input>input;
  (input as Input).go();
  load satisfies Loader;
  const tagged = identity<string>;
  label: while (true) {
    break label;
  }
  return { title, name: others, [cast.id]: tagged, nested: { flag } };
}

class Runner extends Base {
  run() {
    this.prepare();
    super.run();
    this.state.value = 1;
    this.helpers.format(this.state);
    const self = this;
    self.prepare();
    return arguments.length;
  }
}

async function load() {
  const module = await import("./lazy");
  return module.default();
}

export const total = compute(1, () => load());
