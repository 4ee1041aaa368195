"""Imports in every form."""
from __future__ import annotations, division
import os
import os.path, sys as system
import xml.etree.ElementTree as ET
from collections import OrderedDict, defaultdict as dd
from . import sibling
from .. import parent as p
from .models import User, Group as Team
from ...far.away import thing
from .star import *
from package.module import (
    first,  # the first
    second as two,
    third,
)
import importlib
from typing import TYPE_CHECKING
import typing

if TYPE_CHECKING:
    from .heavy import Heavy
    import pandas as pd
else:
    from .light import Heavy

if typing.TYPE_CHECKING:
    from .other import Other

try:
    import ujson as json
except ImportError:
    import json

plugin = importlib.import_module("package.plugins.mail")
again = importlib.import_module(".relative", package=__package__)
dynamic = __import__("legacy")
unknown = importlib.import_module(name)


def lazy(user: User) -> pd.DataFrame:
    from .inner import load
    import numpy as np
    return load(np.array(user)), os.path.join(ET.x, p.y), sibling.z(), two, dd


__all__ = ["lazy", "Team", "thing"]
