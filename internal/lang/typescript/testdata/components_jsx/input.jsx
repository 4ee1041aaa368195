import { h } from "preact";
import { Panel } from "./panel";

export class App extends h.Component {
  state = { open: true };
  constructor(props) {
    super(props);
    this.ref = null;
  }
  get title() { return this.props.title; }
  render({ items }) {
    return (
      <Panel.Body title={this.title} {...items}>
        {items.map((item) => <Row key={item.id} {...item} />)}
        <div className="x">text's here</div>
      </Panel.Body>
    );
  }
}

function Row({ id }) {
  return <li id={id} />;
}

export const limit = 3;
export let current = null;
const handlers = { click() {} , groups: { open() {} } };
export default Row;
