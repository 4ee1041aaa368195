define(["jquery", "./view", "exports"], function ($, View, exports) {
  function render(el) { return $(el).html(new View()); }
  exports.render = render;
});
