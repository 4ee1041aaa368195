"""Definitions that depend on conditions."""
import sys

try:
    from fast import loads
except ImportError as problem:
    def loads(text):
        """Slow but always there."""
        return eval(text)

    WHY = problem
else:
    FAST = True
finally:
    DONE = 1

if sys.version_info >= (3,):
    text_type = str

    class Compat:
        pass
elif sys.platform == "win32":
    text_type = unicode
else:
    text_type = unicode

    def only_old():
        return text_type()

with suppress(Exception):
    OPTIONAL = compute()

for _i in range(3):
    LAST = _i

while True:
    def looped(): pass
    break

if __name__ == "__main__":
    parser = make_parser()
    args = parser.parse_args()
    loads(args.text)
