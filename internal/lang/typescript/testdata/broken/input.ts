export class Good {
  fine(): number { return 1; }
}

function half(a: number {
  return a +;
}

export const after = (x: string) => x.trim();

interface Open {
  name: string;
  broken: ;
  last: number;

export function tail() { return after("x"); }
