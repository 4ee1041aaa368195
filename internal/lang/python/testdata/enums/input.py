import enum
from enum import Enum, IntFlag, auto


class Color(Enum):
    """The colours."""

    RED = 1
    GREEN = auto()
    # The sky.
    BLUE = RED + 2
    _ignore_ = ["tmp"]
    alias: str = "x"
    dark = light = 7

    def lower(self):
        return self.name.lower()

    @classmethod
    def parse(cls, text):
        return cls[text.upper()]

    @property
    def hex(self) -> str:
        return HEX[self]


class Perm(IntFlag):
    R = 4
    W = 2
    RW = R | W


class Status(str, enum.Enum):
    OK, FAILED = "ok", "failed"


class Choice(models.TextChoices):
    YES = "y", _("Yes")


class Special(BaseEnum):
    ONE = 1


Animal = Enum("Animal", "CAT DOG")
Shape = enum.IntEnum("Shape", ["SQUARE"])
value = Color("red")
