"""KL(p || q), with a rule for each pair of classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.errors import UnsupportedError, UsageError

Rule = Callable[[Any, Any], Any]
_RULES: dict[tuple[type, type], Rule] = {}


def kl_divergence(p: Any, q: Any) -> Any:
    """Return KL(p || q), in nats. Raises UnsupportedError (a NotImplementedError) for a pair of classes without a rule.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/distribution/kl_divergence_en.html
    """
    pairs = [
        (type(p).__mro__.index(a) + type(q).__mro__.index(b), rule)
        for (a, b), rule in _RULES.items()
        if isinstance(p, a) and isinstance(q, b)
    ]
    if not pairs:
        raise UnsupportedError(
            f"there is no kl_divergence of {type(p).__name__} and {type(q).__name__}",
            fix="define this divergence with @paddle.distribution.register_kl(P, Q)",
        )
    return min(pairs, key=lambda pair: pair[0])[1](p, q)


def register_kl(cls_p: type, cls_q: type) -> Callable[[Rule], Rule]:
    """Decorator: register the function `f(p, q)` as KL(p || q) for distributions of these classes."""
    if not (hasattr(cls_p, "log_prob") and hasattr(cls_q, "log_prob")):
        raise UsageError("cls_p and cls_q must be subclasses of Distribution")

    def register(rule: Rule) -> Rule:
        _RULES[cls_p, cls_q] = rule
        return rule

    return register


note_functions(__name__)
