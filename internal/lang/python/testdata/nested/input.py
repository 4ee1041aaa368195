class Outer:
    """Holds another class."""

    class Meta:
        ordering = ["name"]

        class Deep:
            level = 3

            def method(self):
                self.depth = self.level

    def build(self):
        outer = self

        class Local:
            shared = 1

            def use(this):
                this.value = outer.total
                self.total = this.value
                return [self.total for _ in this.items()]

        def helper(count):
            def inner():
                nonlocal count
                count += 1
                self.calls = count
                return count
            return inner

        self.helper = helper
        return Local()

    if DEBUG:
        def debug(self):
            return self.build()
    else:
        debug = None


def factory(name):
    class Product(Outer):
        def __init__(self):
            self.name = name

        @property
        def title(self):
            return self.name.title()

    return Product


def decorator(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper
