"""Parameter groups: settings for all parameters of an optimizer, or for some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from opscope.core.checks.number_checks import finite_number
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, OpscopeWarning, UsageError, nearest
from opscope.ir.program.program import Variable
from opscope.ops.attr_values import known_number
from opscope.paddle.nn.clip import ClipGradBase
from opscope.paddle.regularizer import WeightDecayRegularizer, as_regularizer


@dataclass(frozen=True, slots=True)
class Group:
    """Parameters with the same settings. `rate` multiplies the learning rate; `options` belong to the update rule."""

    parameters: tuple[Any, ...] | None
    rate: float
    decay: WeightDecayRegularizer | None
    clip: ClipGradBase | None
    options: Mapping[str, Any]


def key_of(parameter: Any) -> Any:
    """Return the identity of a parameter: in programs, which may be copies, the name."""
    if isinstance(parameter, str):
        return parameter
    return parameter.name if isinstance(parameter, Variable) else id(parameter)


def as_clip(value: Any, owner: str) -> ClipGradBase | None:
    """Return the `grad_clip` of an optimizer. Raises UsageError (a TypeError) for any other value."""
    if value is None or isinstance(value, ClipGradBase):
        return value
    raise UsageError(
        f"'grad_clip' of {owner} should be an instance of a subclass of ClipGradBase, but received {value!r}",
        site=site(),
        fix="pass a paddle.nn.ClipGradByValue, ClipGradByNorm or ClipGradByGlobalNorm",
    )  # fmt: skip


def grouped(owner: str, parameters: Any, base: Group, decay: Any) -> list[Group]:
    """Return the groups from `parameters`: a list of parameters, or of dicts with a list at "params".

    A dict uses the settings in `base` for keys that it lacks. `decay` is the optimizer's weight_decay, or "" if weight
    decay is an option. Raises UsageError, and ArgumentError for a parameter in two groups.
    """
    if parameters is None:
        return [base]
    if isinstance(parameters, Tensor | Variable | Mapping | str):
        kind = "dict type" if isinstance(parameters, Mapping) else f"type {type(parameters).__name__}"
        raise UsageError(
            f"`parameters` of the optimizer should be an iterable of paddle Tensors, but received {kind}",
            site=site(), fix="pass a list of parameters, or of dicts {'params': [...]}",
        )  # fmt: skip
    given = list(parameters)
    if wrong := [p for p in given if not isinstance(p, Tensor | Variable | Mapping)]:
        raise UsageError(
            f"{owner}: each parameter must be a Tensor, but received {type(wrong[0]).__name__}", site=site(),
            fix="pass net.parameters()",
        )  # fmt: skip
    if not any(isinstance(g, Mapping) for g in given):
        _warn_of_repeated(owner, given)
        return [Group(tuple(given), base.rate, base.decay, base.clip, base.options)]
    groups: list[Group] = []
    taken: set[Any] = set()
    for one in given:
        if not isinstance(one, Mapping) or "params" not in one:
            raise UsageError(f"{owner}: each parameter group must be a dict with the key 'params'", site=site())
        groups.append(_group(owner, one, base, decay))
        _distinct(taken, groups[-1].parameters or ())
        _warn_of_repeated(owner, groups[-1].parameters or ())
    return groups


def _group(owner: str, given: Mapping[str, Any], base: Group, decay: Any) -> Group:
    own: Sequence[Any] = given["params"]
    members = (own,) if isinstance(own, Tensor | Variable) else tuple(own)
    options = {k: known_number(v, k) for k, v in given.items() if k in base.options}
    known = {"params", "learning_rate", "grad_clip", *base.options, *(() if decay == "" else ("weight_decay",))}
    if unknown := [k for k in given if k not in known]:
        raise UsageError(
            f"{owner}: a parameter group cannot have the key {unknown[0]!r}", site=site(),
            fix=nearest(str(unknown[0]), known) or f"a group has {', '.join(sorted(known))}",
        )  # fmt: skip
    return Group(
        members,
        base.rate * finite_number(given.get("learning_rate", 1.0), "learning_rate of a parameter group"),
        as_regularizer(given["weight_decay"], owner) if decay != "" and "weight_decay" in given else base.decay,
        as_clip(given["grad_clip"], owner) if "grad_clip" in given else base.clip,
        {**base.options, **options},
    )


def _distinct(taken: set[Any], more: Sequence[Any]) -> None:
    """Refuse parameters of an earlier group; the keys of these parameters are added to `taken`."""
    for parameter in more:
        if key_of(parameter) in taken:
            raise ArgumentError(
                f"more than one parameter group contains the parameter {_name(parameter)}", site=site(),
                fix="list each parameter in one group",
            )  # fmt: skip
    taken.update(map(key_of, more))


def _warn_of_repeated(owner: str, parameters: Sequence[Any]) -> None:
    """Warn about a parameter that is listed twice. As in Paddle, each step updates it twice."""
    count = Counter(map(key_of, parameters))
    for parameter in parameters:
        if (times := count[key_of(parameter)]) > 1:
            what = f"{owner} has the parameter {_name(parameter)} {times} times, and updates it {times} times a step"
            warn(OpscopeWarning(what, site=site(), fix="list each parameter once"))
            return


def _name(parameter: Any) -> str:
    return parameter if isinstance(parameter, str) else parameter.name
