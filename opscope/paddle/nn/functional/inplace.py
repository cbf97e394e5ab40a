"""Activations that write to their tensor. What each gives is what the function of its name without `_` gives."""

from opscope.eager.inplace import inplace
from opscope.paddle.tensor.inplace import tanh_ as tanh_

elu_ = inplace("elu")
hardtanh_ = inplace("hardtanh")
leaky_relu_ = inplace("leaky_relu")
relu_ = inplace("relu")
softmax_ = inplace("softmax")
thresholded_relu_ = inplace("thresholded_relu")
