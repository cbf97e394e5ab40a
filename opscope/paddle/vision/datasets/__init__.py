"""paddle.vision.datasets: images that are there; nothing is downloaded."""

from opscope.core.refused import refused
from opscope.paddle.vision.datasets.cifar import Cifar10, Cifar100
from opscope.paddle.vision.datasets.folder import DatasetFolder, ImageFolder
from opscope.paddle.vision.datasets.mnist import MNIST, FashionMNIST
from opscope.paddle.vision.datasets.voc2012 import VOC2012

Flowers = refused("Flowers", "its labels are files of Matlab", "use DatasetFolder with files of your own")

__all__ = ["MNIST", "VOC2012", "Cifar10", "Cifar100", "DatasetFolder", "FashionMNIST", "Flowers", "ImageFolder"]
