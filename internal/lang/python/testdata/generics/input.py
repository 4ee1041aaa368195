"""Type parameters of PEP 695 and annotations of all sorts."""
from typing import Annotated, Callable, Literal

type Pair[T] = tuple[T, T]
type Json = dict[str, "Json"] | list[Json] | None


class Box[T: (int, str), *Ts, **P](Base[T], Mapping[str, list[T]]):
    item: T
    handlers: list[Callable[P, "Box[T]"]]

    type Local = list[T]

    def map[R](self, f: Callable[[T], R]) -> "Box[R]":
        result: R = f(self.item)
        return Box(result)


def first[T: Sized](items: list[T], *rest: *Ts) -> T:
    return items[0]


def quoted(
    a: "Foo",
    b: "pkg.mod.Bar | None",
    c: Literal["not", "types"],
    d: Annotated[int, Field(gt=0, title="no type")],
    e: Callable[..., "Foo"] = None,
    f: "list['Inner']" = (),
) -> 'Optional[Foo]':
    g: "Foo" = a
    h: list["Bar"] = []
    return isinstance(g, Foo)


async def stream(self: "Self", n: int | None = None, k: mod.Kind = mod.Kind.A) -> mod.Iterator[bytes]:
    yield b""


def deep(a: dict[str, dict[int, tuple["X", ...]]]): ...
