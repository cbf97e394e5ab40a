"""MNIST and FashionMNIST, from local files; opscope downloads no files."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.files.expanded_file import ExpandedFile
from opscope.core.files.untrusted_files import NotRegularFile
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, one_of
from opscope.paddle.vision.datasets.pictures import as_floats, backend_of
from opscope.paddle.vision.image import pil


def _values(path: str, rank: int) -> np.ndarray[Any, Any]:
    """Return the array of an IDX file, gzipped or not. Raises ArgumentError for another file."""
    try:
        with ExpandedFile(path) as file:
            if file.read_up_to(4) != bytes((0, 0, 8, rank)):
                raise ValueError("its first bytes are not those of an IDX file")
            shape = [int.from_bytes(file.read(4), "big") for _ in range(rank)]
            return np.frombuffer(file.read(math.prod(shape)), "uint8").reshape(shape)
    except (NotRegularFile, ValueError) as e:
        raise ArgumentError(
            f"{path} is not an IDX file with {rank} dims: {e}",
            site=site(),
            fix="pass the files of MNIST as they were downloaded",
        ) from None


class MNIST(Dataset):
    """Items (image, label int64 [1]) of digits, from image_path and label_path, which are IDX files.

    With backend 'pil', an image is an image of PIL; with 'cv2', a float32 array [28, 28]. The transform is applied to
    this image. Raises UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError as Paddle does.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/datasets/MNIST_en.html
    """

    NAME = "mnist"

    def __init__(
        self,
        image_path: str | None = None,
        label_path: str | None = None,
        mode: str = "train",
        transform: Callable[[Any], Any] | None = None,
        download: bool = True,
        backend: str | None = None,
    ) -> None:
        self.mode, self.backend = one_of(mode, ("train", "test")), backend_of(backend)
        files = [
            file_given(path, download, self.NAME, "the files of MNIST", name)
            for name, path in (("image_path", image_path), ("label_path", label_path))
        ]
        self.transform = transform
        self.images, self.labels = _values(files[0], 3), _values(files[1], 1).astype("int64")[:, None]
        if len(self.images) != len(self.labels):
            raise ArgumentError(
                f"the files must have as many images as labels, but they have {len(self.images)} images and "
                f"{len(self.labels)} labels",
                site=site(),
            )
        self._pil = pil() if self.backend == "pil" else None

    def __getitem__(self, idx: int) -> tuple[Any, Any]:
        image, label = self.images[idx], self.labels[idx]
        image = image.astype("float32") if self._pil is None else self._pil.fromarray(image)
        image = image if self.transform is None else self.transform(image)
        return as_floats(image, self.backend), label

    def __len__(self) -> int:
        return len(self.labels)


class FashionMNIST(MNIST):
    """MNIST with images of clothes."""

    NAME = "fashion-mnist"
