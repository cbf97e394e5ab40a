"""paddle.vision.datasets: data sets from local files; opscope downloads no files."""

from opscope.core.checks.unsupported import absent, unsupported_function
from opscope.paddle.vision.datasets.cifar import Cifar10, Cifar100
from opscope.paddle.vision.datasets.folder import DatasetFolder, ImageFolder
from opscope.paddle.vision.datasets.mnist import MNIST, FashionMNIST

Flowers = unsupported_function(
    "Flowers", "its labels are in Matlab files, which opscope does not read", "use DatasetFolder with files of your own"
)

__all__ = ["MNIST", "Cifar10", "Cifar100", "DatasetFolder", "FashionMNIST", "Flowers", "ImageFolder"]

__getattr__ = absent("paddle.vision.datasets", {"VOC2012": "read the files in a paddle.io.Dataset"})
