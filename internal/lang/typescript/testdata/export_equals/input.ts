import Vue from "vue";

declare class Store {
  get(key: string): string;
}

declare namespace Store {
  interface Options {
    size: number;
  }
  function open(options: Options): Store;
  namespace inner {
    const depth: number;
  }
}

export = Store;
export as namespace StoreGlobal;
