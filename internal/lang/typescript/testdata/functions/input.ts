/**
 * Retry policies for the upload queue.
 */
import { sleep } from "./clock";

const LIMIT = 5;
let attempts = 0, failures: number = 0;
var legacy;

/** Parses a header line. Throws on garbage. */
export function parse(line: string): Header;
export function parse(line: Buffer, strict?: boolean): Header;
export function parse(line: string | Buffer, strict = false): Header {
  const trimmed = String(line).trim();
  attempts++;
  if (!trimmed) {
    throw new SyntaxError("empty");
  }
  var parts = trimmed.split(":");
  return { name: parts[0], value: parts[1], strict };
}

// Waits, then tries again.
export const retry = async <T>(task: () => Promise<T>, times: number = LIMIT): Promise<T> => {
  for (let i = 0; i < times; i++) {
    try {
      return await task();
    } catch (error) {
      failures += 1;
      await sleep(backoff(i, error));
    }
  }
  throw new Error(`gave up after ${times} tries`);
};

function* pages(start: number): Generator<number> {
  yield start;
  yield* pages(start + 1);
}

export async function* rows({ table, limit = LIMIT, ...rest }: Query, [first, second]: Pair, ...more: string[]) {
  yield table + limit + rest.offset + first + second + more.length;
}

const backoff = function (round: number, error: unknown): number {
  const seconds = (n: number) => n * 1000;
  return seconds(2 ** round) + hash(error);
  function hash(value: unknown) {
    return String(value).length;
  }
};

function isHeader(this: Window, value: unknown): value is Header {
  return typeof value === "object" && "name" in value!;
}

function assertHeader(value: unknown): asserts value is Header {}

export default function (options: Options): void {
  legacy = () => options.run?.();
}
