import React, { memo, useState } from "react";
import * as Icons from "./icons";
import type { Props } from "./props";

/** Greets someone. */
export const Greeting: React.FC<Props> = ({ name, children, ...rest }) => {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = () => setOpen(!open);
  return (
    <Card title="Hello" onClick={toggle} {...rest}>
      <Icons.Star.Filled size={12} aria-label="star" />
      <p className={styles.text}>Hello, {name}! "quoted" // not a comment</p>
      {open && children}
      {/* a comment */}
      <></>
      <svg:rect />
    </Card>
  );
};

export function List<T extends { id: string }>({ items }: { items: T[] }) {
  return items.map((item) => <Item<T> key={item.id} value={item} />);
}

const Row = memo(function Row({ value }: RowProps) {
  return <td>{value as string}</td>;
});

export default class Page extends React.Component<Props, State> {
  static defaultProps = { open: false };
  state: State = { count: 0 };
  handle = (event: React.MouseEvent<HTMLDivElement>) => this.setState({ count: 1 });
  render() {
    return <Greeting {...this.props} render={() => <Row value={1} />} />;
  }
}

export enum Mode { Light, Dark }
export interface RowProps { value: unknown }
type Size = "small" | "large";
namespace Layout { export const gap = 4 }
declare module "*.svg" {
  const src: string;
  export default src;
}
let current: Mode = Mode.Light;
export class Store { constructor(private size: Size) {} get big() { return this.size === "large"; } }
