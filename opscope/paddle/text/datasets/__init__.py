"""paddle.text.datasets: texts, and tables, from files that are there; nothing is downloaded."""

from opscope.paddle.text.datasets.conll05 import Conll05st
from opscope.paddle.text.datasets.imdb import Imdb
from opscope.paddle.text.datasets.imikolov import Imikolov
from opscope.paddle.text.datasets.movielens import Movielens
from opscope.paddle.text.datasets.uci_housing import UCIHousing
from opscope.paddle.text.datasets.wmt14 import WMT14
from opscope.paddle.text.datasets.wmt16 import WMT16

__all__ = ["WMT14", "WMT16", "Conll05st", "Imdb", "Imikolov", "Movielens", "UCIHousing"]
