"""A file being edited."""


def good(a):
    return a


class Half(
    def method(self):
        return self.x


def after_class():
    return good(1)


def unfinished(x, y
    z = 1


class Fine:
    def works(self):
        return self.value

    def bad(self):
        return self.

    def next_one(self):
        return 2


x = = 3
LIMIT = 10
if True
    print("no colon")


def last():
    return LIMIT
