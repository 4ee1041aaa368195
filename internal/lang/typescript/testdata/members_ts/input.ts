// Members of types without semicolons, whose beginnings a parser may take for
// the end of the line before.

export type * as proxy from "proxy";
export type * from "./other";

export interface Glob {
  // one
  <
    Eager extends boolean,
    T = Query extends keyof Known ? Known[Query] : unknown,
  >(
    glob: string | string[],
  ): (Eager extends true ? true : false) extends true
    ? Record<string, T>
    : Record<string, () => Promise<T>>
  /**
   * two
   */
  <M>(glob: string): Promise<M>

  <N>(glob: N[]): N // three
  named(x: number): void
  in?: string | undefined
  in2: Glob | undefined
  instanceof?(value: unknown): boolean
  inside: string
  [key: string]: any
  nested: {
    first: string
    [key: string]: string
    <K>(k: K): K
  }
  last: Array<
    string
  >
}

type Options = Base & {
  plain: string
  [key: `data-${string}`]: string
  tuple:
    [a: string, b: number]
}

class Store {
  items: string[]
  [name: string]: unknown
  first = this.items
  size(): number {
    const total = this.items.length
    return total
      < 3 ? 1 : 2
  }
}

async function load() {
  const real = await original<typeof import("./real")>()
  return real
}

export interface Ast {
  script?: import("@babel/types").Statement[]
  next(): void
}

export function after(): void {}
