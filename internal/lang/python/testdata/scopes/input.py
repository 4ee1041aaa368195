import os

name = "module"


class Scope:
    name = "class"
    copies = [name for _ in range(3)]

    def method(self, os):
        return name, os.path


def shadow(name):
    return name


def assigned():
    print(name)
    name = 2
    for i, (j, k) in pairs():
        total = i + j + k
    with open(name) as f, lock:
        f.read(total)
    with cm() as (left, [right, *others]):
        use(left, right, others)
    try:
        pass
    except (ValueError, OSError) as error:
        raise Problem(error) from error
    if (n := len(name)) > 10:
        return n
    while chunk := f.read(n):
        consume(chunk)
    import json
    return json.dumps(name), late
    late = 1


def comprehensions(rows):
    a = [row.x for row in rows if row.ok]
    b = {key: value for key, value in rows}
    c = {r for r in rows for r in r.children}
    d = sum(x * y for x, y in zip(a, b))
    e = [last := item for item in d]
    return row, key, last, item


def defaults(limit=name, *, key=lambda item: item.key(limit), **options):
    return sorted(limit, key=key, **options)


def outer():
    shared = 1
    module_wide = 2

    def reader():
        return shared

    def writer():
        nonlocal shared
        global name
        shared = 2
        name = shared
        return [shared for shared in name]

    return reader, writer


def recursive(n):
    return recursive(n - 1)


class Meta(type):
    def __call__(cls, *args):
        cls.instances = args
        return cls.build(*args)
