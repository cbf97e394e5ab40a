"""SGD."""

from opscope.optimizer.optimizer import Optimizer


class SGD(Optimizer):
    """param -= learning_rate * grad.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/SGD_en.html
    """

    op_name = "sgd"
