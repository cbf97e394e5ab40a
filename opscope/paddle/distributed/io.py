"""paddle.distributed.io: the values of a program in one process."""

from __future__ import annotations

from typing import Any

from opscope.paddle.fluid.io import load_inference_model, load_persistables, save_persistables


def load_inference_model_distributed(
    dirname: str, executor: Any, model_filename: str | None = None, params_filename: str | None = None
) -> list[Any]:
    """Return [program, names to feed, variables to fetch] of fluid's save_inference_model."""
    return load_inference_model(dirname, executor, model_filename, params_filename)


__all__ = ["load_inference_model_distributed", "load_persistables", "save_persistables"]
