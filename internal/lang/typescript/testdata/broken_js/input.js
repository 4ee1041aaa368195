const ok = () => 1;

class Fine {
  method() { return ok(; }
  other() { return ok(); }
}

export const after = [1, 2;

export function last() { return after; }

const tail = { unclosed() { return last();
