import Child from "./Child.vue";
import mixin, { other } from "./mixin";

export default {
  name: "parent-view",
  components: { Child },
  data() { return { open: false }; },
  computed: {
    label() { return this.open ? "open" : "closed"; },
  },
  methods: {
    toggle: function () { this.open = !this.open; },
  },
};
export { mixin, other as another, Child as Kid };
