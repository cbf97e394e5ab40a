"""Imdb: reviews of films, with a positive or negative label."""

from __future__ import annotations

import collections
import re
import string
from typing import Any

import numpy as np

from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, members, one_of

_REVIEW = re.compile(r"aclImdb/(train|test)/(pos|neg)/.*\.txt$")
_MARKS = string.punctuation.encode("latin1")


class Imdb(Dataset):
    """Items (word numbers, label [0] positive or [1] negative) of reviews, from data_file, which is aclImdb_v1.tar.gz.

    `word_idx` contains the words (bytes) that occur more than cutoff times, the most frequent first, and '<unk>' last.
    Raises UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError for impossible arguments.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/Imdb_en.html
    """

    def __init__(
        self, data_file: str | None = None, mode: str = "train", cutoff: int = 150, download: bool = True
    ) -> None:
        self.mode = one_of(mode, ("train", "test"))
        self.data_file = file_given(data_file, download, "Imdb", "aclImdb_v1.tar.gz")
        reviews: dict[tuple[str, ...], list[list[bytes]]] = collections.defaultdict(list)
        counts: collections.Counter[bytes] = collections.Counter()
        for name, content in members(self.data_file, lambda name: _REVIEW.match(name) is not None):
            words = content.rstrip(b"\n\r").translate(None, _MARKS).lower().split()
            reviews[tuple(name.split("/")[1:3])].append(words)
            counts.update(words)
        frequent = sorted((-count, word) for word, count in counts.items() if count > cutoff)
        self.word_idx: dict[Any, int] = {word: i for i, (_, word) in enumerate(frequent)}
        unknown = self.word_idx["<unk>"] = len(frequent)
        kept = [(label, words) for label, kind in enumerate(("pos", "neg")) for words in reviews[self.mode, kind]]
        self.docs = [[self.word_idx.get(word, unknown) for word in words] for _, words in kept]
        self.labels = [label for label, _ in kept]

    def __getitem__(self, idx: int) -> tuple[Any, Any]:
        return np.array(self.docs[idx]), np.array([self.labels[idx]])

    def __len__(self) -> int:
        return len(self.docs)
