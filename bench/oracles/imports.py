"""Says where the imports of a Python project lead, by importlib's own finders.

usage: imports.py PROJECT

Nothing is executed: modules are found with importlib.machinery.PathFinder on
the directories that the project itself would have on its path. One line of
JSON an import and name: from, spec, to; "to" is empty outside the project.
"""

import ast
import importlib.machinery
import json
import os
import sys
import types
import warnings

warnings.simplefilter("ignore")
root = os.path.realpath(sys.argv[1])


def package_root(directory):
    """The directory in which the outermost package around it stands."""
    while directory != root and os.path.exists(os.path.join(directory, "__init__.py")):
        directory = os.path.dirname(directory)
    return directory


def search_path(file):
    """The directory that running the file would add, the project's sources, the root."""
    inner = package_root(os.path.dirname(file))
    out = [inner]
    at = inner
    while True:
        for sub in ("", "src", "lib", "python"):
            d = os.path.join(at, sub) if sub else at
            if os.path.isdir(d) and not (sub and os.path.exists(os.path.join(d, "__init__.py"))) and d not in out:
                out.append(d)
        if at == root:
            return out
        at = os.path.dirname(at)


def find(name, path):
    """The spec of a dotted name and where its submodules lie; None and nothing if there is none."""
    spec, at, parents = None, path, []
    try:
        for i, part in enumerate(name.split(".")):
            full = ".".join(name.split(".")[: i + 1])
            spec = importlib.machinery.PathFinder.find_spec(full, at)
            if spec is None:
                return None, []
            at = list(spec.submodule_search_locations or [])
            # A namespace package asks its parent, as imported, for its place.
            if full not in sys.modules:
                parent = types.ModuleType(full)
                parent.__path__ = at
                sys.modules[full] = parent
                parents.append(full)
        return spec, at
    finally:
        for p in parents:
            del sys.modules[p]


def inside(spec):
    if spec is None or not spec.origin or not spec.origin.startswith(root + os.sep):
        return ""
    return os.path.relpath(spec.origin, root)


def emit(file, spec, to):
    print(json.dumps({"from": os.path.relpath(file, root), "spec": spec, "to": to}))


def imports(file):
    try:
        tree = ast.parse(open(file, "rb").read())
    except (SyntaxError, ValueError):
        return
    path = search_path(file)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in sys.stdlib_module_names:
                    continue
                emit(file, alias.name, inside(find(alias.name, path)[0]))
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            spec = "." * node.level + module
            if node.level:
                base = os.path.dirname(file)
                for _ in range(node.level - 1):
                    base = os.path.dirname(base)
                if not base.startswith(root):
                    continue
                here, places = find(module, [base]) if module else (None, [base])
                origin = inside(here) if module else ""
                if not module and os.path.exists(os.path.join(base, "__init__.py")):
                    origin = os.path.relpath(os.path.join(base, "__init__.py"), root)
            else:
                if module.split(".")[0] in sys.stdlib_module_names:
                    continue
                here, places = find(module, path)
                origin = inside(here)
            for alias in node.names:
                sub = importlib.machinery.PathFinder.find_spec(alias.name, places) if places and alias.name != "*" else None
                to = inside(sub) if sub is not None and sub.origin else origin
                emit(file, spec, to)


for directory, folders, files in os.walk(root):
    folders[:] = sorted(f for f in folders if f not in (".git", "node_modules"))
    for f in sorted(files):
        if f.endswith(".py"):
            imports(os.path.join(directory, f))
