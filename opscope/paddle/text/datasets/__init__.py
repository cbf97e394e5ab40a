"""paddle.text.datasets: texts and tables from local files; opscope downloads no files."""

from opscope.core.checks.unsupported import absent
from opscope.paddle.text.datasets.imdb import Imdb
from opscope.paddle.text.datasets.uci_housing import UCIHousing

__all__ = ["Imdb", "UCIHousing"]

ABSENT: dict[str, str] = dict.fromkeys(
    ("Conll05st", "Imikolov", "Movielens", "WMT14", "WMT16"), "read the files in a paddle.io.Dataset"
)
__getattr__ = absent("paddle.text.datasets", ABSENT)
