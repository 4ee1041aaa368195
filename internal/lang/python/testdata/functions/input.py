#!/usr/bin/env python3
"""Rate limiting for outgoing mail.

The limiter is shared by all workers.
"""

import functools


def plain():
    pass


def documented(sender, *recipients, subject="", retries: int = 3, **headers) -> bool:
    """Send one message. Returns whether it was accepted.

    More text.
    """
    return bool(sender)


def positional(a, /, b, *, c):
    r"""Raw docstring with \d."""


# Splits an address.
def split_address(
    address: str,  # the whole address
    strict: "bool | None" = None,
) -> tuple[str, str]:
    name, _, domain = address.partition("@")
    return name, domain


@functools.lru_cache(maxsize=None)
@traced
def cached(key: str) -> dict[str, list[int]]:
    '''Looked up once.'''
    return {}


def _private(): return 1


def one_line(x): return x + 1


square = lambda x: x * x

# Adds with a default.
add = lambda left, right=0, *rest: left + right


def generate(limit):
    for i in range(limit):
        yield i


def outer(factor):
    """Makes multipliers."""
    def inner(value):
        return value * factor
    helper = lambda v: inner(v) + 1
    return helper


def default_uses_global(limit=LIMIT, clock=time.monotonic):
    limit += 1
    return limit, clock()
