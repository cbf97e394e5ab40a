"""paddle.text: the best sequence of tags; texts from files that are there. There are no downloads."""

from opscope.paddle.text import datasets
from opscope.paddle.text.datasets import WMT14, WMT16, Conll05st, Imdb, Imikolov, Movielens, UCIHousing
from opscope.paddle.text.viterbi import ViterbiDecoder, viterbi_decode

__all__ = [
    "WMT14",
    "WMT16",
    "Conll05st",
    "Imdb",
    "Imikolov",
    "Movielens",
    "UCIHousing",
    "ViterbiDecoder",
    "datasets",
    "viterbi_decode",
]
