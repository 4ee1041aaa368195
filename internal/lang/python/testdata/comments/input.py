# -*- coding: utf-8 -*-
# Copyright 2024 The Authors.
# Licensed under the Apache License.

# Keeps comments and strings apart from code.
# def not_code(): pass

import re  # regular expressions

PATTERN = r"# not a comment \" still"
BYTES = b'def no(): pass'
JOINED = "a" 'b' """c
# inside
"""
NESTED = f"{name!r} and {f'{inner:>{width}}'} {{literal}} {d['key']}"
EMPTY = ''


def f(x):  # type: (int) -> str
    # The first comment in the body.
    """Not the first thing, but still the docstring."""
    # trailing
    return "#"  # done

# Belongs to g: it stands right above it.
# It has two lines.
def g():
    pass


# Does not belong to h.

def h():
    x = "string statement"
    "another"
    return x


class K:
    # Comment of the field.
    field = 1
    other = 2  # behind

    # Comment of the method.
    @staticmethod
    def method():
        '''
        Method text
        on two lines. And more.

        :param x: nothing
        '''
