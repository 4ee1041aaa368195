from __future__ import annotations

import abc
import typing as t
from collections import namedtuple
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, NewType, Protocol, TypedDict, TypeVar

T = TypeVar("T")
UserId = NewType("UserId", int)
Point = namedtuple("Point", "x y")
Pair: t.TypeAlias = "tuple[int, int]"


class Empty: ...


class Base(abc.ABC):
    """What every store can do."""

    timeout = 30
    #: Shown in lists.
    label: str = "base"
    _cache: dict[str, int] = {}
    __secret = None
    registry: t.ClassVar[list[Base]] = []

    def __init__(self, path: str, *, mode: str = "r") -> None:
        """Open the store."""
        super().__init__()
        self.path = path
        self.mode: str = mode
        self._handle = None
        self.size, self.count = 0, 0

    @property
    def name(self) -> str:
        """The store's name."""
        return self._name

    @name.setter
    def name(self, value: str) -> None:
        self._name = value

    @name.deleter
    def name(self):
        del self._name

    @classmethod
    def open(cls, path: str) -> Base:
        cls.opened = True
        return cls(path)

    @staticmethod
    def exists(path):
        return os.path.exists(path)

    @abc.abstractmethod
    def read(self, key):
        raise NotImplementedError

    def _flush(self):
        self._handle.flush()
        self.path = self.path.strip()

    def __mangled(self):
        pass

    def __len__(self):
        return self.size

    alias = read
    size_property = property(_flush)
    convert = lambda self, x: x


class Store(Base, Generic[T], metaclass=abc.ABCMeta):
    @t.overload
    def get(self, key: int) -> int: ...
    @t.overload
    def get(self, key: str) -> str: ...
    @t.override
    def get(self, key):
        return super().get(key)


@dataclass(frozen=True)
class Config:
    """Settings of one run."""

    host: str
    port: int = 8080
    """Where it listens."""
    tags: list[str] = field(default_factory=list)

    def url(self) -> str:
        return f"{self.host}:{self.port}"


class Reader(Protocol[T]):
    def read(self, n: int) -> T: ...


class Movie(TypedDict, total=False):
    title: str
    year: int


class Coordinates(NamedTuple):
    x: float
    y: float = 0.0


class Record(namedtuple("Record", ["a", "b"])):
    __slots__ = ()


class MyError(errors.BaseError, KeyError):
    pass


@final
class _Hidden(object):
    def visible(self): pass
