"""Who does what to whom: sentences whose verbs have their arguments marked, of the shared task of CoNLL 2005."""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import RunError
from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, member

_WORDS = "conll05st-release/test.wsj/words/test.wsj.words.gz"
_PROPS = "conll05st-release/test.wsj/props/test.wsj.props.gz"
_UNKNOWN = 0
_FILES = {
    "data_file": "conll05st-tests.tar.gz", "word_dict_file": "wordDict.txt", "verb_dict_file": "verbDict.txt",
    "target_dict_file": "targetDict.txt", "emb_file": "emb",
}  # fmt: skip


def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file]


def _tags(column: Sequence[str]) -> list[str]:
    """B-, I- and O of a column of brackets: '(A0*', '*', '*)'. Raises RunError for anything else."""
    found: list[str] = []
    tag, inside = "O", False
    for cell in column:
        if "(" in cell:
            tag, inside = cell[1 : cell.find("*")], ")" not in cell
            found.append(f"B-{tag}")
        elif cell in ("*", "*)"):
            found.append(f"I-{tag}" if inside or cell == "*)" else "O")
            inside = inside and cell == "*"
        else:
            raise RunError(f"Unexpected label: {cell}", site=site())
    return found


class Conll05st(Dataset):
    """Of each verb of a sentence nine arrays: its words, five words around the verb, the verb, where it is, the tags.

    The five, and the verb, are repeated for each word. data_file is conll05st-tests.tar.gz, the dictionaries are files
    of a word a line; tags are numbered in the order of the alphabet: Paddle's order is another in each process.
    Raises UnsupportedError for a download, ModeError (an AssertionError) and ArgumentError for what cannot be.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/Conll05st_en.html
    """

    def __init__(
        self,
        data_file: str | None = None,
        word_dict_file: str | None = None,
        verb_dict_file: str | None = None,
        target_dict_file: str | None = None,
        emb_file: str | None = None,
        download: bool = True,
    ) -> None:
        given = (data_file, word_dict_file, verb_dict_file, target_dict_file, emb_file)
        found = [
            file_given(path, download, "Conll05st", file, name)
            for path, (name, file) in zip(given, _FILES.items(), strict=True)
        ]
        self.data_file, self.word_dict_file, self.verb_dict_file, self.target_dict_file, self.emb_file = found
        self.word_dict = {word: i for i, word in enumerate(_lines(self.word_dict_file))}
        self.predicate_dict = {word: i for i, word in enumerate(_lines(self.verb_dict_file))}
        kinds = sorted({line[2:] for line in _lines(self.target_dict_file) if line[:2] in ("B-", "I-")})
        self.label_dict = {f"{part}-{kind}": 2 * i + j for i, kind in enumerate(kinds) for j, part in enumerate("BI")}
        self.label_dict["O"] = 2 * len(kinds)
        self.sentences: list[list[str]] = []
        self.predicates: list[str] = []
        self.labels: list[list[str]] = []
        for words, rows in self._read():
            verbs = [row[0] for row in rows if row[0] != "-"]
            for verb, column in zip(verbs, list(zip(*rows, strict=True))[1:], strict=False):
                self.sentences.append(words)
                self.predicates.append(verb)
                self.labels.append(_tags(column))

    def _read(self) -> Iterator[tuple[list[str], list[list[str]]]]:
        """(words, rows of columns) of each sentence."""
        texts = (gzip.decompress(member(self.data_file, name)).decode().splitlines() for name in (_WORDS, _PROPS))
        lines = ((word.strip(), row.split()) for word, row in zip(*texts, strict=False))
        for full, group in itertools.groupby(lines, key=lambda line: bool(line[1])):
            if full:
                words, rows = zip(*group, strict=True)
                yield list(words), list(rows)

    def __getitem__(self, idx: int) -> tuple[Any, ...]:
        words, tags = self.sentences[idx], self.labels[idx]
        verb = tags.index("B-V")
        around = ["bos", "bos", *words, "eos", "eos"][verb : verb + 5]
        known = [self.word_dict.get(word, _UNKNOWN) for word in words]
        five = [[self.word_dict.get(word, _UNKNOWN)] * len(words) for word in around]
        mark = [int(abs(i - verb) <= 2) for i in range(len(words))]
        told = [self.predicate_dict.get(self.predicates[idx])] * len(words)
        labels = [self.label_dict.get(tag) for tag in tags]
        return tuple(np.array(part) for part in (known, *five, told, mark, labels))

    def __len__(self) -> int:
        return len(self.sentences)

    def get_dict(self) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
        """The dictionaries of words, verbs and tags."""
        return self.word_dict, self.predicate_dict, self.label_dict

    def get_embedding(self) -> str:
        """The path of the file of embeddings."""
        return self.emb_file
