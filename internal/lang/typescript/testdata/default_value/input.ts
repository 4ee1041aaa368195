import base from "./base";
import { connect } from "redux";

export default connect(base);
