"""paddle.distributed.fleet.base."""

import sys

from opscope.paddle.base import role_maker

sys.modules[f"{__name__}.role_maker"] = role_maker

__all__ = ["role_maker"]
