"""paddle.text: the best sequence of tags. There are no downloads."""

from opscope.core.refused import refused
from opscope.text.viterbi import ViterbiDecoder, viterbi_decode

_AWAY = "nothing is downloaded", "read the files, and make a paddle.io.Dataset of them"
Conll05st = refused("Conll05st", *_AWAY)
Imdb = refused("Imdb", *_AWAY)
Imikolov = refused("Imikolov", *_AWAY)
Movielens = refused("Movielens", *_AWAY)
UCIHousing = refused("UCIHousing", *_AWAY)
WMT14 = refused("WMT14", *_AWAY)
WMT16 = refused("WMT16", *_AWAY)

__all__ = [
    "WMT14",
    "WMT16",
    "Conll05st",
    "Imdb",
    "Imikolov",
    "Movielens",
    "UCIHousing",
    "ViterbiDecoder",
    "viterbi_decode",
]
