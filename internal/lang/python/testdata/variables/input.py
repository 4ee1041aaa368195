"""Module-level names."""
import logging
from typing import Final, Union

__version__ = "1.2.3"
__author__ = 'someone'
MAX_SIZE = 1024
_CACHE: dict[str, int] = {}
logger = logging.getLogger(__name__)
first, second = 1, 2
(third, [fourth, *rest]) = values()
chained = other = None
typed: int
typed_value: Union[int, str] = 3
RATIO: Final = 0.5
ratio: Final[float] = -1.5
LONG = "a very long literal that does not fit into the sixty bytes allowed for it"
TABLE = {
    "a": 1,
}
MAX_SIZE = 2048
MAX_SIZE += 1
counter: int = 0
"""Counts things."""
# Where data lives.
DATA_DIR = os.path.join(ROOT, "data")
A1 = B_2 = ()
_ = gettext
__ = None
x, y = y, x
obj.attribute = 3
obj["key"] = MAX_SIZE
del first


def bump():
    global counter, created
    counter += 1
    created = counter
    local = counter
    local += 1
    return local


for index in range(3):
    print(index)

with open("f") as handle:
    data = handle.read()

if (match := logger.match(data)):
    print(match)

print([item for item in data if item], handle)


def uses_loop():
    return index, handle, data
