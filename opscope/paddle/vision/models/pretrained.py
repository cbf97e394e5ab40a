"""Refusal of pretrained=True: opscope does not download files."""

from __future__ import annotations

from opscope.core.source import site
from opscope.errors import UnsupportedError


def refuse_pretrained(pretrained: bool, arch: str) -> None:
    """Raise UnsupportedError for pretrained=True."""
    if pretrained:
        raise UnsupportedError(
            f"{arch}(pretrained=True) would download weights, which is not supported", site=site(),
            fix="download the .pdparams file yourself, and call model.set_state_dict(paddle.load(path))",
        )  # fmt: skip
