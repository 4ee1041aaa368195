import sys
from ._impl import Engine as Engine, helper
from .errors import EngineError
from .consts import *
from types import TracebackType as _Trace

__all__ = ["Engine", "run", "VERSION"]
__all__ += ["errors"]
if sys.version_info >= (3, 9):
    __all__.append("run_fast")
    __all__ += ["Extra"] + other.__all__

VERSION: str
DEFAULT: int = ...

def run(path: str, trace: _Trace | None = ...) -> EngineError: ...
def run_fast(path: str) -> None: ...
def hidden() -> None: ...
async def gather(*items: int) -> list[int]: ...

class Extra:
    attr: int
    def method(self) -> None: ...
    @property
    def ready(self) -> bool: ...

class NotListed:
    def method(self) -> None: ...
