"""paddle.hapi.logger: a logger that writes to the terminal, and to a file."""

from __future__ import annotations

import logging
import os
import sys

_FORMAT = "%(asctime)s - %(name)s - %(levelname)s - %(message)s"


def setup_logger(output: str | None = None, name: str = "hapi", log_level: int = logging.INFO) -> logging.Logger:
    """Return the logger of a name. `output` is a file (.txt, .log), or a folder for log.txt; directories are made."""
    logger = logging.getLogger(name)
    logger.propagate = False
    logger.setLevel(log_level)
    if not logger.handlers:
        _add(logger, logging.StreamHandler(sys.stdout), log_level)
    if output is not None:
        path = output if output.endswith((".txt", ".log")) else os.path.join(output, "log.txt")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        _add(logger, logging.FileHandler(path), log_level)
    return logger


def _add(logger: logging.Logger, handler: logging.Handler, level: int) -> None:
    handler.setLevel(level)
    handler.setFormatter(logging.Formatter(_FORMAT))
    logger.addHandler(handler)


__all__ = ["setup_logger"]
