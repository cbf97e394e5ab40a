"""paddle.fluid.incubate.fleet.collective: the fleet of paddle.distributed, for programs that use fluid."""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    if name not in ("DistributedStrategy", "fleet"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    fleet = importlib.import_module("opscope.paddle.distributed.fleet")
    return fleet if name == "fleet" else fleet.DistributedStrategy
