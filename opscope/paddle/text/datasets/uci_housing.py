"""UCIHousing: prices of houses in Boston, with features of their neighborhoods."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.files.untrusted_files import NotRegularFile, read_text
from opscope.core.source import site
from opscope.core.state import mode as modes
from opscope.errors import ArgumentError
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, one_of

feature_names = ["CRIM", "ZN", "INDUS", "CHAS", "NOX", "RM", "AGE", "DIS", "RAD", "TAX", "PTRATIO", "B", "LSTAT"]


class UCIHousing(Dataset):
    """Items (13 features, price [1]) of houses, from data_file, which is housing.data: 14 numbers for each house.

    Each feature is (value - mean) / range. The first four fifths of the houses are for training. Raises
    UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError for impossible arguments.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/UCIHousing_en.html
    """

    def __init__(self, data_file: str | None = None, mode: str = "train", download: bool = True) -> None:
        self.mode = one_of(mode, ("train", "test"))
        self.data_file = file_given(data_file, download, "UCIHousing", "housing.data")
        self.dtype = modes.dtype.name
        try:
            numbers = [float(word) for word in read_text(self.data_file).split()]
        except (NotRegularFile, ValueError) as e:
            raise ArgumentError(f"{data_file} is not a table of numbers: {str(e)[:100]}", site=site()) from None
        if not numbers or len(numbers) % 14:
            raise ArgumentError(
                f"{data_file} must have 14 numbers for each house, but it has {len(numbers)} numbers", site=site()
            )
        data = np.array(numbers, "float64").reshape(-1, 14)
        features = data[:, :-1]
        data[:, :-1] = (features - features.mean(0)) / (features.max(0) - features.min(0))
        split = int(len(data) * 0.8)
        self.data: Any = data[:split] if self.mode == "train" else data[split:]

    def __getitem__(self, idx: int) -> tuple[Any, Any]:
        row = self.data[idx]
        return row[:-1].astype(self.dtype), row[-1:].astype(self.dtype)

    def __len__(self) -> int:
        return len(self.data)
