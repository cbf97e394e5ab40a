"""paddle.text: the best sequence of tags, and data sets of texts from local files. opscope downloads no files."""

from opscope.core.checks.unsupported import absent
from opscope.paddle.text import datasets
from opscope.paddle.text.datasets import Imdb, UCIHousing
from opscope.paddle.text.viterbi import ViterbiDecoder, viterbi_decode

__all__ = ["Imdb", "UCIHousing", "ViterbiDecoder", "datasets", "viterbi_decode"]

__getattr__ = absent("paddle.text", datasets.ABSENT)
