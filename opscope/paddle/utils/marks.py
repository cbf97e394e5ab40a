"""Tools of paddle.utils: optional packages, deprecation, versions, and a check of the installation."""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ArgumentError, ModeError, RunError, UsageError
from opscope.ops.registry import REGISTRY
from opscope.paddle.version import full_version


def try_import(module_name: str, err_msg: str | None = None) -> ModuleType:
    """Return the module. Raises ImportError with err_msg, or with the command that installs it."""
    try:
        return importlib.import_module(module_name)
    except ImportError:
        said = (
            f"Failed importing {module_name}. This likely means that some paddle modules require additional "
            f"dependencies that have to be manually installed (usually with `pip install {module_name}`). "
        )
        raise ImportError(said if err_msg is None else err_msg) from None


def deprecated(update_to: str = "", since: str = "", reason: str = "", level: int = 0) -> Callable[..., Any]:
    """Decorator of a deprecated function: level 0 adds a note to the docstring, 1 a warning, 2 raises an error.

    Raises ModeError (an AssertionError) for another level.
    """
    if level not in (0, 1, 2):
        raise ModeError(f"level of deprecated must be 0, 1 or 2, but it is {level}.", site=site())

    def decorator(func: Callable[..., Any]) -> Callable[..., Any]:
        name = f'API "{func.__module__}.{func.__name__}"'
        said = f"{name} is deprecated" + (f" since {since.strip()}" if since.strip() else "")
        said += ", and will be removed in future versions."
        said += f' Please use "{update_to.strip()}" instead.' if update_to.strip() else ""
        said += f"\nreason: {reason.strip()}" if reason.strip() else ""
        func.__doc__ = f"\n\nWarning: {said}\n{func.__doc__ or ''}"
        if level == 0:
            return func

        @functools.wraps(func)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            if level == 2:
                raise RunError(f"{name} has been deprecated.", site=site())
            warnings.warn(said, DeprecationWarning, stacklevel=2)
            return func(*args, **kwargs)

        return wrapper

    return decorator


def run_check() -> None:
    """Compute a small gradient, and print whether it is right. Raises RunError for a wrong gradient."""
    print("Running verify PaddlePaddle program ... ")  # noqa: T201 (what Paddle does)
    x = to_tensor([[1.0, 2.0], [3.0, 4.0]], stop_gradient=False)
    REGISTRY.public["sum"](REGISTRY.public["matmul"](x, x)).backward()
    if not np.array_equal(x.grad.numpy(), [[7.0, 11.0], [9.0, 13.0]]):
        raise RunError(
            "run_check: the gradient of a matrix product has wrong numbers", facts={"gradient": x.grad.tolist()}
        )
    print(  # noqa: T201
        "PaddlePaddle works well on 1 CPU.\nPaddlePaddle is installed successfully! Let's start deep learning with "
        "PaddlePaddle now."
    )


def require_version(min_version: str, max_version: str | None = None) -> None:
    """Raise RunError unless 2.6.2, the version of Paddle whose programs run here, is between two versions."""
    for given in (min_version, max_version):
        if given is not None and not isinstance(given, str):
            raise UsageError(f"versions in require_version must be str, but received {type(given)}.", site=site())
        if given is not None and not all(part.isdigit() for part in given.split(".")):
            raise ArgumentError(f"a version must have a form such as '1.5.2.0', but received {given!r}", site=site())
    here = _numbers(full_version)
    if here < _numbers(min_version) or (max_version is not None and here > _numbers(max_version)):
        wanted = f"{min_version} or higher" if max_version is None else f"in [{min_version}, {max_version}]"
        raise RunError(
            f"VersionError: PaddlePaddle version {wanted} is required, but opscope has the version {full_version}.",
            site=site(),
        )  # fmt: skip


def _numbers(version: str) -> tuple[int, ...]:
    parts = [int(part) for part in version.split(".")]
    return (*parts, *[0] * (4 - len(parts)))


__all__ = ["deprecated", "require_version", "run_check", "try_import"]
