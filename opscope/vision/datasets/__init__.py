"""paddle.vision.datasets: images that are there; nothing is downloaded."""

from opscope.core.refused import refused
from opscope.vision.datasets.folder import DatasetFolder, ImageFolder
from opscope.vision.datasets.mnist import MNIST, FashionMNIST

_AWAY = "nothing is downloaded, and its files are pickles or archives", "use DatasetFolder with files of your own"
Cifar10 = refused("Cifar10", *_AWAY)
Cifar100 = refused("Cifar100", *_AWAY)
Flowers = refused("Flowers", *_AWAY)
VOC2012 = refused("VOC2012", *_AWAY)

__all__ = ["MNIST", "VOC2012", "Cifar10", "Cifar100", "DatasetFolder", "FashionMNIST", "Flowers", "ImageFolder"]
