"""scikit-learn's ball tree without the rest of scikit-learn.

``from sklearn.neighbors import BallTree`` also imports everything that the packages around it export, and with it large
parts of SciPy: far more memory than the rest of the search needs. The tree itself is compiled code that works on NumPy
arrays. So we import its module with placeholders for the packages, and remove the placeholders afterwards.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["load_ball_tree"]

_PACKAGES = ("sklearn", "sklearn.utils", "sklearn.metrics", "sklearn.neighbors")


@cache
def load_ball_tree() -> Any:
    """The class ``sklearn.neighbors.BallTree``, loaded on first use. It runs in one thread and does not use BLAS."""
    if "sklearn" not in sys.modules:
        try:
            with _placeholders():
                return import_module("sklearn.neighbors._ball_tree").BallTree
        except (ImportError, AttributeError):  # this version of scikit-learn is built differently
            pass
    from sklearn.neighbors import BallTree

    return BallTree


@contextmanager
def _placeholders() -> Iterator[None]:
    """Make the packages importable without running them. At the end of the block the real ones can be imported."""
    found = PathFinder.find_spec("sklearn")
    if found is None or not found.submodule_search_locations:
        raise ImportError("scikit-learn is not installed")
    folder = Path(found.submodule_search_locations[0])
    made = {name: ModuleType(name) for name in _PACKAGES}
    for name, module in made.items():
        module.__path__ = [str(folder.joinpath(*name.split(".")[1:]))]
    vars(made["sklearn.utils"]).update(check_array=_check_array)
    made["sklearn.utils.fixes"] = fixes = ModuleType("sklearn.utils.fixes")
    vars(fixes).update(parse_version=_version, sp_base_version=_version("1.17"))
    if "scipy.sparse" not in sys.modules:
        made["scipy"] = sys.modules.get("scipy", ModuleType("scipy"))
        made["scipy.sparse"] = sparse = ModuleType("scipy.sparse")
        vars(sparse).update(issparse=_is_sparse, csr_matrix=object)
    before = {name: sys.modules.get(name) for name in made}
    sys.modules.update(made)
    try:
        yield
    finally:
        for name, replaced in before.items():
            if replaced is None:
                del sys.modules[name]
            else:
                sys.modules[name] = replaced


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".")[:2])


def _check_array(array: Any, **options: Any) -> Any:
    """The input of a tree as an array. Ours is valid; if the program itself uses scikit-learn, check as it does."""
    if (real := sys.modules.get("sklearn.utils.validation")) is not None:
        return real.check_array(array, **options)
    import numpy

    return numpy.asarray(array, dtype=options.get("dtype"), order=options.get("order"))


def _is_sparse(array: Any) -> bool:
    real = sys.modules.get("scipy.sparse")
    return real is not None and bool(real.issparse(array))
