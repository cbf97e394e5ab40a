"""Activations that write to their tensor; the results equal the results of the functions without `_`."""

from opscope.eager.inplace import inplace_variant
from opscope.paddle.tensor.inplace import tanh_ as tanh_

elu_ = inplace_variant("elu")
hardtanh_ = inplace_variant("hardtanh")
leaky_relu_ = inplace_variant("leaky_relu")
relu_ = inplace_variant("relu")
softmax_ = inplace_variant("softmax")
thresholded_relu_ = inplace_variant("thresholded_relu")
