"""Structural pattern matching."""
from shapes import Point, Color
import shapes


def area(shape, limit):
    match shape:
        case Point(x=0, y=other):
            return other
        case shapes.Circle(radius) if radius > limit:
            return radius
        case [first, *rest] | (first, rest):
            return first, rest
        case {"kind": kind, "size": Color.RED, **extra}:
            return kind, extra
        case Color.RED | Color.GREEN | None | True | -1 | "text":
            return shape
        case str() as text:
            return text
        case Point(shapes.ORIGIN, y=Point(inner, _)):
            return inner
        case (1 | 2 as number, _):
            return number
        case _:
            return shapes.UNKNOWN
    match = 1
    type = match
    return match.group(type), captured


match area:
    case 0:
        pass
    case captured:
        print(captured)

match, case = 1, 2
print(match, case)
