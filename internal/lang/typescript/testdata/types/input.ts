import { Base, type Shape } from "./shapes";
import * as geo from "./geo";

/** What can be drawn. */
export interface Drawable<T extends Shape = Shape> extends Shape, geo.Located<T> {
  readonly id: string;
  /** Colour in hexadecimal. */
  color?: string;
  draw(canvas: Canvas, at: Point): void;
  onClick: (event: MouseEvent) => boolean;
  get area(): number;
  new (size: number): Drawable;
  (size: number): void;
  [key: string]: unknown;
}

export type Point = { x: number; y: number; move(by: Point): Point };
type Id = string | number;
type Handler<E> = (event: E) => void;
export type Unwrap<T> = T extends Promise<infer U> ? Unwrap<U> : T;
type Partialish<T> = { readonly [K in keyof T]?: T[K] };
type Route = `/${string}/${Id}`;
type Conf = typeof defaults.size;
type Remote = import("./remote").Remote;

export enum Color {
  /** Warm. */
  Red = "red",
  Green = Red.length,
  "light-blue",
}

declare const enum Flag { A = 1 << 0, B }

@Component({ selector: "app-circle" })
export abstract class Circle<T> extends Base<T> implements Drawable<T>, geo.Located<T> {
  static count = 0;
  static readonly PI: number = 3.14;
  #radius: number;
  private cache = new Map<string, Point[]>();
  protected readonly name?: string;
  declare kind: "circle";
  @Input() label = "";
  handler = async (event: MouseEvent): Promise<void> => {
    this.resize(event.clientX);
  };

  static {
    const seed = Circle.count;
    Circle.count = seed + 1;
  }

  constructor(private readonly canvas: Canvas, public title: string, size: number) {
    super(size);
    this.#radius = size;
  }

  /** The radius in pixels. */
  get radius(): number {
    return this.#radius;
  }

  set radius(value) {
    this.#radius = value;
  }

  abstract area(unit: Unit): number;

  resize(by: number): this;
  resize(by: string): this;
  @Log("resize")
  @debounce
  protected override resize(by: number | string): this {
    return super.resize(Number(by));
  }

  static async *all<K extends keyof Shape>(key: K) {
    yield key;
  }

  private static create = <U,>(value: U) => value;

  [Symbol.iterator]() {
    return this.cache.values();
  }

  #hidden() {
    return #radius in this;
  }
}

namespace Shapes.Round {
  export const unit = 1;
  export function make(): Circle<number> {
    return build(unit);
  }
  function build(n: number) {
    return n as any;
  }
  export interface Options { deep: boolean }
}

declare module "canvas" {
  export function open(path: string): Canvas;
  interface Canvas { width: number }
}

declare global {
  interface Window {
    shapes: Circle<any>[];
  }
}

export declare function ambient(a: number): void;
declare class Legacy { run(): void }
declare let version: string;

const Mixed = class Inner extends Base<string> {
  self(): Inner { return this; }
};

export function withName<C extends Constructor>(Parent: C) {
  return class extends Parent {
    name = "";
  };
}

class Box<T> {
  value: T;
  map<U>(f: (value: T) => U): Box<U> {
    return new Box(f(this.value));
  }
}
