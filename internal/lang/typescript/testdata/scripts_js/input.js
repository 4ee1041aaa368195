// A script of the browser: what hangs on this is global, functions are bound,
// and objects are put into tables under computed names.

this.createPage = function (title) {
	return title;
};

QUnit.test("hooks", function (assert) {
	var page = { ready: true },
		onReady = function (event) {
			assert.ok(event);
		}.bind(page),
		onClose;
	onClose = (function (event) { assert.ok(event); }).bind(page);
	hooks[prefix + "Close"] = {
		open: function (value) { return value; },
		close() {},
		count: 1
	};
	handlers = {
		click: function (event) { onReady(event); }
	};
	this.local = function () {};
});

QUnit.test("again", function (assert) {
	var onClose;
	onClose = function () { return assert; };
});

page.helper = function () {
	var helper;
	helper = function () {};
	return helper;
};

let current = function () {};
function replace() {
	current = function () { return null; };
}
