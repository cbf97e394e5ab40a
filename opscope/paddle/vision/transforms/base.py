"""BaseTransform, the base class of transforms, and Compose, a sequence of transforms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError


class BaseTransform(Described):
    """Base of the transforms: a subclass defines `_apply_image(self, image)`.

    keys name the inputs. `_apply_<key>` is applied to the input of this key; inputs without a key do not change. For
    each call, `_get_params` may draw random parameters; `self.params` holds these parameters.
    Raises ArgumentError (a ValueError) if keys is not a sequence, UnsupportedError for a key without `_apply_<key>`.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/transforms/BaseTransform_en.html
    """

    def __init__(self, keys: Sequence[str] | None = None) -> None:
        given = ("image",) if keys is None else keys
        if not isinstance(given, Sequence):
            raise ArgumentError(f"keys should be a sequence, but got keys={keys}", site=site())
        for key in given:
            if self._get_apply(key) is None:
                raise UnsupportedError(
                    f"the key {key!r} is not supported, because this transform has no method _apply_{key}",
                    site=site(),
                    fix=f"define the method _apply_{key}",
                )
        self.keys = given
        self.params: Any = None

    def _get_params(self, inputs: tuple[Any, ...]) -> Any:
        """Return the parameters that the inputs of a call share: none, unless a subclass overrides this."""

    def __call__(self, inputs: Any) -> Any:
        given = inputs if isinstance(inputs, tuple) else (inputs,)
        self.params = self._get_params(given)
        outputs = list(given)
        for i, (value, key) in enumerate(zip(given, self.keys, strict=False)):
            apply = self._get_apply(key)
            if apply is not None:
                outputs[i] = apply(value)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _get_apply(self, key: str) -> Callable[[Any], Any] | None:
        return getattr(self, f"_apply_{key}", None)

    def _apply_image(self, image: Any) -> Any:
        raise NotImplementedError


class Compose:
    """Apply transforms one after the other."""

    def __init__(self, transforms: Sequence[Callable[[Any], Any]]) -> None:
        self.transforms = transforms

    def __call__(self, data: Any) -> Any:
        for transform in self.transforms:
            try:
                data = transform(data)
            except Exception as e:
                e.add_note(f"fail to perform transform [{transform}]")
                raise
        return data

    def __repr__(self) -> str:
        lines = "".join(f"    {t}\n" for t in self.transforms)
        return f"{type(self).__name__}(\n{lines})"
