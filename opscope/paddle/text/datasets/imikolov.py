"""Sentences of the Penn Treebank, for models that tell the next word."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, member, one_of

_FILE = "./simple-examples/data/ptb.{}.txt"


def _in_bytes(word: Any) -> bytes:
    return word if isinstance(word, bytes) else word.encode()


class Imikolov(Dataset):
    """Numbers of window_size words ('NGRAM'), or those of a sentence and of its next words ('SEQ').

    data_file is simple-examples.tgz. `word_idx` has the words (bytes; '<s>' and '<e>' are strings) that occur more
    than min_word_freq times, the most frequent first, and '<unk>' at last. 'SEQ' leaves out sentences of more words
    than window_size, if that is positive.
    Raises UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError for what cannot be.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/Imikolov_en.html
    """

    def __init__(
        self,
        data_file: str | None = None,
        data_type: str = "NGRAM",
        window_size: int = -1,
        mode: str = "train",
        min_word_freq: int = 50,
        download: bool = True,
    ) -> None:
        self.data_type = data_type.upper()
        if self.data_type not in ("NGRAM", "SEQ"):
            raise ModeError(f"data type should be 'NGRAM', 'SEQ', but got {data_type}", site=site())
        self.mode = one_of(mode, ("train", "test"))
        self.window_size, self.min_word_freq = window_size, min_word_freq
        self.data_file = file_given(data_file, download, "Imikolov", "simple-examples.tgz")
        if self.data_type == "NGRAM" and window_size < 0:
            raise ModeError("Invalid gram length", facts={"window_size": window_size}, site=site())
        counts: collections.Counter[Any] = collections.Counter()
        for part in ("train", "valid"):
            for words in self._sentences(part):
                counts.update([*words, "<s>", "<e>"])
        frequent = sorted((-n, _in_bytes(w), w) for w, n in counts.items() if n > min_word_freq)
        self.word_idx: dict[Any, int] = {word: i for i, (_, _, word) in enumerate(frequent)}
        self.word_idx["<unk>"] = len(frequent)
        self.data = [sample for words in self._sentences(self.mode) for sample in self._samples(words)]

    def _sentences(self, part: str) -> list[list[bytes]]:
        return [line.split() for line in member(self.data_file, _FILE.format(part)).splitlines()]

    def _samples(self, words: list[bytes]) -> list[Any]:
        numbers = [self.word_idx.get(w, self.word_idx["<unk>"]) for w in ("<s>", *words, "<e>")]
        size = self.window_size
        if self.data_type == "NGRAM":
            return [tuple(numbers[i : i + size]) for i in range(len(numbers) - size + 1)]
        return [] if 0 < size < len(numbers) - 1 else [(numbers[:-1], numbers[1:])]

    def __getitem__(self, idx: int) -> tuple[Any, ...]:
        return tuple(np.array(part) for part in self.data[idx])

    def __len__(self) -> int:
        return len(self.data)
