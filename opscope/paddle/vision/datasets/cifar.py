"""CIFAR: small images of 10 or 100 classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, members, one_of
from opscope.paddle.saving.reader import read
from opscope.paddle.vision.datasets.pictures import as_floats, backend_of
from opscope.paddle.vision.image import pil


class Cifar10(Dataset):
    """Items (image, label int64) with images of 32 x 32 pixels, from data_file, which is cifar-10-python.tar.gz.

    With backend 'pil', an image is an image of PIL; with 'cv2', a float32 array [32, 32, 3]. The transform is applied
    to this image. The pickles in the archive are read as data, and not executed. Raises UnsupportedError for a
    download, ModeError (an AssertionError) and ArgumentError as Paddle does.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/datasets/Cifar10_en.html
    """

    FILE: ClassVar[str] = "cifar-10-python.tar.gz"
    PARTS: ClassVar[dict[str, str]] = {"train": "data_batch", "test": "test_batch"}

    def __init__(
        self,
        data_file: str | None = None,
        mode: str = "train",
        transform: Callable[[Any], Any] | None = None,
        download: bool = True,
        backend: str | None = None,
    ) -> None:
        self.mode, self.backend = one_of(mode, ("train", "test")), backend_of(backend)
        self.data_file = file_given(data_file, download, type(self).__name__, self.FILE)
        self.transform = transform
        self._pil = pil() if self.backend == "pil" else None
        part = self.PARTS[self.mode]
        self.data: list[tuple[Any, int]] = []
        for name, content in sorted(members(self.data_file, lambda name: part in name)):
            self.data += self._batch(name, read(content))

    def _batch(self, name: str, batch: Any) -> list[tuple[Any, int]]:
        """Return (pixels, label) of each image. Raises ArgumentError for a batch without images."""
        told = batch if isinstance(batch, dict) else {}
        told = {k.decode("latin1") if isinstance(k, bytes) else k: v for k, v in told.items()}
        pixels, labels = told.get("data"), told.get("labels", told.get("fine_labels"))
        labels = labels.tolist() if isinstance(labels, np.ndarray) else labels
        if (
            not (isinstance(pixels, np.ndarray) and pixels.dtype.kind in "iu" and pixels.shape[1:] == (3072,))
            or not (isinstance(labels, list) and all(type(label) is int for label in labels))
            or len(labels) != len(pixels)
        ):
            raise ArgumentError(
                f"the file {name} in {self.data_file} does not contain images and their labels", site=site()
            )
        return list(zip(pixels, labels, strict=True))

    def __getitem__(self, idx: int) -> tuple[Any, Any]:
        pixels, label = self.data[idx]
        image = np.reshape(pixels, (3, 32, 32)).transpose(1, 2, 0)
        image = image if self._pil is None else self._pil.fromarray(np.ascontiguousarray(image, "uint8"))
        image = image if self.transform is None else self.transform(image)
        return as_floats(image, self.backend), np.array(label).astype("int64")

    def __len__(self) -> int:
        return len(self.data)


class Cifar100(Cifar10):
    """Cifar10 with 100 classes, from cifar-100-python.tar.gz."""

    FILE: ClassVar[str] = "cifar-100-python.tar.gz"
    PARTS: ClassVar[dict[str, str]] = {"train": "train", "test": "test"}
