"""Sentences in two languages, from the translation tasks of 2014."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, members, one_of

START, END, UNK_IDX = "<s>", "<e>", 2
_LONGEST = 80


class Translations(Dataset):
    """Base: (source with <s> and <e>, target with <s>, target with <e>) as numbers of words."""

    src_ids: list[list[int]]
    trg_ids: list[list[int]]
    trg_ids_next: list[list[int]]

    def _keep(self, source: list[int], target: list[int], start: int, end: int) -> None:
        self.src_ids.append(source)
        self.trg_ids.append([start, *target])
        self.trg_ids_next.append([*target, end])

    def __getitem__(self, idx: int) -> tuple[Any, Any, Any]:
        return np.array(self.src_ids[idx]), np.array(self.trg_ids[idx]), np.array(self.trg_ids_next[idx])

    def __len__(self) -> int:
        return len(self.src_ids)


def pairs(text: bytes) -> list[list[str]]:
    """The lines of two sentences with a tab between them."""
    lines = (line.strip().split("\t") for line in text.decode().split("\n"))
    return [line for line in lines if len(line) == 2]


def turned(words: dict[str, int]) -> dict[int, str]:
    """The words by their numbers."""
    return {number: word for word, number in words.items()}


class WMT14(Translations):
    """Translations by the first dict_size words of the dictionaries in data_file, which is wmt14.tgz.

    mode is 'train', 'test' or 'gen'. Sentences of more than 80 words are left out.
    Raises UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError for what cannot be.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/WMT14_en.html
    """

    def __init__(
        self, data_file: str | None = None, mode: str = "train", dict_size: int = -1, download: bool = True
    ) -> None:
        self.mode = one_of(mode, ("train", "test", "gen"))
        self.data_file = file_given(data_file, download, "WMT14", "wmt14.tgz")
        if dict_size <= 0:
            raise ModeError("dict_size should be set as positive number", site=site())
        self.dict_size = dict_size
        ends = ("src.dict", "trg.dict", f"{self.mode}/{self.mode}")
        found = list(members(self.data_file, lambda name: name.endswith(ends)))
        self.src_dict, self.trg_dict = (self._words(found, end) for end in ends[:2])
        self.src_ids, self.trg_ids, self.trg_ids_next = [], [], []
        for name, text in found:
            if name.endswith(ends[2]):
                self._read(text)

    def _words(self, found: list[tuple[str, bytes]], end: str) -> dict[str, int]:
        texts = [text for name, text in found if name.endswith(end)]
        if len(texts) != 1:
            raise ArgumentError(f"{self.data_file} has {len(texts)} files {end}, not one", site=site())
        lines = texts[0].decode().splitlines()[: self.dict_size]
        return {line.strip(): number for number, line in enumerate(lines)}

    def _read(self, text: bytes) -> None:
        for first, second in pairs(text):
            source = [self.src_dict.get(w, UNK_IDX) for w in (START, *first.split(), END)]
            target = [self.trg_dict.get(w, UNK_IDX) for w in second.split()]
            if len(source) <= _LONGEST and len(target) <= _LONGEST:
                self._keep(source, target, self.trg_dict[START], self.trg_dict[END])

    def get_dict(self, reverse: bool = False) -> tuple[Any, Any]:
        """(words of the source, of the target) with their numbers; reverse: numbers with their words."""
        words = (self.src_dict, self.trg_dict)
        return (turned(words[0]), turned(words[1])) if reverse else words
