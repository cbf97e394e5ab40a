"""paddle.vision.models: networks whose parameters have Paddle's names. pretrained=True raises UnsupportedError."""

from opscope.core.checks.unsupported import absent
from opscope.paddle.vision.models.lenet import LeNet
from opscope.paddle.vision.models.mobilenetv1 import MobileNetV1, mobilenet_v1
from opscope.paddle.vision.models.mobilenetv2 import MobileNetV2, mobilenet_v2
from opscope.paddle.vision.models.resnet import (
    ResNet,
    resnet18,
    resnet34,
    resnet50,
    resnet101,
    resnet152,
    resnext50_32x4d,
    resnext50_64x4d,
    resnext101_32x4d,
    resnext101_64x4d,
    resnext152_32x4d,
    resnext152_64x4d,
    wide_resnet50_2,
    wide_resnet101_2,
)
from opscope.paddle.vision.models.vgg import VGG, vgg11, vgg13, vgg16, vgg19

__all__ = [
    "VGG",
    "LeNet",
    "MobileNetV1",
    "MobileNetV2",
    "ResNet",
    "mobilenet_v1",
    "mobilenet_v2",
    "resnet18",
    "resnet34",
    "resnet50",
    "resnet101",
    "resnet152",
    "resnext50_32x4d",
    "resnext50_64x4d",
    "resnext101_32x4d",
    "resnext101_64x4d",
    "resnext152_32x4d",
    "resnext152_64x4d",
    "vgg11",
    "vgg13",
    "vgg16",
    "vgg19",
    "wide_resnet50_2",
    "wide_resnet101_2",
]

ABSENT: dict[str, str] = dict.fromkeys(
    [
        "AlexNet",
        "alexnet",
        "DenseNet",
        "densenet121",
        "densenet161",
        "densenet169",
        "densenet201",
        "densenet264",
        "GoogLeNet",
        "googlenet",
        "InceptionV3",
        "inception_v3",
        "MobileNetV3Large",
        "MobileNetV3Small",
        "mobilenet_v3_large",
        "mobilenet_v3_small",
        "ShuffleNetV2",
        "SqueezeNet",
        "shufflenet_v2_swish",
        "shufflenet_v2_x0_25",
        "shufflenet_v2_x0_33",
        "shufflenet_v2_x0_5",
        "shufflenet_v2_x1_0",
        "shufflenet_v2_x1_5",
        "shufflenet_v2_x2_0",
        "squeezenet1_0",
        "squeezenet1_1",
    ],
    "use ResNet, VGG, MobileNetV1, MobileNetV2 or LeNet, or copy the network's source into your program",
)
__getattr__ = absent("paddle.vision.models", ABSENT)
