"""Sentences in English and German, from the translation task of 2016."""

from __future__ import annotations

import collections
from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.paddle.io.given import file_given, member, one_of
from opscope.paddle.text.datasets.wmt14 import Translations, pairs, turned

_MARKS = ("<s>", "<e>", "<unk>")
_WORDS = {"en": 11250, "de": 19220}


class WMT16(Translations):
    """Translations from lang, 'en' or 'de', by the most frequent words, from data_file, which is wmt16.tar.gz.

    mode is 'train', 'test' or 'val'. The words of each language are counted in its own sentences of 'train'; Paddle
    counts those of the source for both.
    Raises UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError for what cannot be.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/WMT16_en.html
    """

    def __init__(
        self,
        data_file: str | None = None,
        mode: str = "train",
        src_dict_size: int = -1,
        trg_dict_size: int = -1,
        lang: str = "en",
        download: bool = True,
    ) -> None:
        self.mode = one_of(mode, ("train", "test", "val"))
        self.data_file = file_given(data_file, download, "WMT16", "wmt16.tar.gz")
        if src_dict_size <= 0 or trg_dict_size <= 0:
            raise ModeError("dict_size should be set as positive number", site=site())
        other = "de" if lang == "en" else "en"
        self.lang = lang
        self.src_dict_size = min(src_dict_size, _WORDS["en" if lang == "en" else "de"])
        self.trg_dict_size = min(trg_dict_size, _WORDS[other])
        source = 0 if lang == "en" else 1
        train = pairs(member(self.data_file, "wmt16/train"))
        self.src_dict = _frequent((pair[source] for pair in train), self.src_dict_size)
        self.trg_dict = _frequent((pair[1 - source] for pair in train), self.trg_dict_size)
        self.src_ids, self.trg_ids, self.trg_ids_next = [], [], []
        start, end, unknown = range(3)
        for pair in train if self.mode == "train" else pairs(member(self.data_file, f"wmt16/{self.mode}")):
            told = [self.src_dict.get(w, unknown) for w in pair[source].split()]
            meant = [self.trg_dict.get(w, unknown) for w in pair[1 - source].split()]
            self._keep([start, *told, end], meant, start, end)

    def get_dict(self, lang: str, reverse: bool = False) -> Any:
        """The words of a language with their numbers; reverse: numbers with their words."""
        words = self.src_dict if lang == self.lang else self.trg_dict
        return turned(words) if reverse else words


def _frequent(sentences: Any, size: int) -> dict[str, int]:
    """The marks, then the words that occur most, among equals the one that came first."""
    counts = collections.Counter(word for sentence in sentences for word in sentence.split())
    words = [*_MARKS, *(word for word, _ in counts.most_common())][:size]
    return {word: number for number, word in enumerate(words)}
