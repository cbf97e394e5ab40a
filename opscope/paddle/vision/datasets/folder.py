"""Images in folders, with a folder for each class, or without classes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError, RunError
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.vision.image import rgb

IMG_EXTENSIONS = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp")
Valid = Callable[[str], bool]


def has_valid_extension(filename: str, extensions: Sequence[str]) -> bool:
    """Return True if a name ends with one of the extensions.

    Raises ModeError (an AssertionError) if the extensions are not a list or tuple.
    """
    if not isinstance(extensions, list | tuple):
        raise ModeError("`extensions` must be a list or a tuple.", site=site())
    return filename.lower().endswith(tuple(e.lower() for e in extensions))


def _files(folder: str, valid: Valid) -> Iterator[str]:
    for root, _, names in sorted(os.walk(folder, followlinks=True)):
        yield from (path for name in sorted(names) if valid(path := os.path.join(root, name)))


class _Folder(Dataset):
    """Base class: selects the files of a data set, and reads samples."""

    def __init__(self, root: str, loader: Any, extensions: Any, transform: Any, is_valid_file: Valid | None) -> None:
        self.root = os.path.expanduser(root)
        self.extensions: Any = IMG_EXTENSIONS if extensions is None else extensions
        self.loader, self.transform = loader or rgb, transform
        self._valid: Valid = is_valid_file or (lambda path: has_valid_extension(path, self.extensions))

    def _found(self, samples: list[Any], what: str) -> list[Any]:
        if not samples:
            raise RunError(
                f"Found no {what} in the subfolders of {self.root}\nSupported extensions are: "
                f"{','.join(self.extensions)}",
                site=site(),
            )
        return samples

    def _read(self, path: str) -> Any:
        sample = self.loader(path)
        return sample if self.transform is None else self.transform(sample)


class DatasetFolder(_Folder):
    """Items (sample, class number) of all files below a root; each folder of the root is a class, in sorted order.

    loader reads a file (by default, an image with PIL). is_valid_file(path) selects files; without it, the extensions
    select files. Raises RunError if there is no file.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/datasets/DatasetFolder_en.html
    """

    def __init__(
        self,
        root: str,
        loader: Callable[[str], Any] | None = None,
        extensions: Sequence[str] | None = None,
        transform: Callable[[Any], Any] | None = None,
        is_valid_file: Valid | None = None,
    ) -> None:
        super().__init__(root, loader, extensions, transform, is_valid_file)
        self.classes = sorted(entry.name for entry in os.scandir(self.root) if entry.is_dir())
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        found = [
            (path, i)
            for name, i in self.class_to_idx.items()
            for path in _files(os.path.join(self.root, name), self._valid)
        ]
        self.samples: list[tuple[str, int]] = self._found(found, "directories")
        self.targets = [i for _, i in self.samples]

    def __getitem__(self, index: int) -> tuple[Any, int]:
        path, target = self.samples[index]
        return self._read(path), target

    def __len__(self) -> int:
        return len(self.samples)


class ImageFolder(_Folder):
    """Items [sample] of all files below a root: as DatasetFolder, without classes."""

    def __init__(
        self,
        root: str,
        loader: Callable[[str], Any] | None = None,
        extensions: Sequence[str] | None = None,
        transform: Callable[[Any], Any] | None = None,
        is_valid_file: Valid | None = None,
    ) -> None:
        super().__init__(root, loader, extensions, transform, is_valid_file)
        self.samples: list[str] = self._found(list(_files(self.root, self._valid)), "files")

    def __getitem__(self, index: int) -> list[Any]:
        return [self._read(self.samples[index])]

    def __len__(self) -> int:
        return len(self.samples)
