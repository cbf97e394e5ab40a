"""VOC 2012: images, and which of their pixels belong to what."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, members, one_of
from opscope.paddle.vision.datasets.pictures import as_floats, backend_of
from opscope.paddle.vision.image import pil

_SETS = {"train": "trainval", "test": "train", "valid": "val"}  # as in Paddle
_ROOT = "VOCdevkit/VOC2012"


class VOC2012(Dataset):
    """(image, image of labels), from data_file, which is VOCtrainval_11-May-2012.tar.

    backend 'pil' gives images of PIL, 'cv2' float32 arrays; the transform is for the first.
    Raises UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError as Paddle does.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/datasets/VOC2012_en.html
    """

    def __init__(
        self,
        data_file: str | None = None,
        mode: str = "train",
        transform: Callable[[Any], Any] | None = None,
        download: bool = True,
        backend: str | None = None,
    ) -> None:
        wanted = _SETS[one_of(mode, tuple(_SETS))]
        self.backend, self.transform = backend_of(backend), transform
        self.data_file = file_given(data_file, download, "VOC2012", "VOCtrainval_11-May-2012.tar")
        self._pil = pil()
        listed = f"{_ROOT}/ImageSets/Segmentation/{wanted}.txt"
        names = [line.decode() for _, text in members(self.data_file, listed.__eq__) for line in text.split()]
        self.data = [f"{_ROOT}/JPEGImages/{name}.jpg" for name in names]
        self.labels = [f"{_ROOT}/SegmentationClass/{name}.png" for name in names]
        asked = {*self.data, *self.labels}
        self._files = dict(members(self.data_file, asked.__contains__))

    def _image(self, name: str) -> Any:
        image = self._pil.open(io.BytesIO(self._files[name]))
        return image if self.backend == "pil" else np.array(image)

    def __getitem__(self, idx: int) -> tuple[Any, Any]:
        image, label = self._image(self.data[idx]), self._image(self.labels[idx])
        image = image if self.transform is None else self.transform(image)
        return as_floats(image, self.backend), as_floats(label, self.backend)

    def __len__(self) -> int:
        return len(self.data)
