"""A gradient that has got another shape is refused; NumPy would have stretched it over the parameter."""

import pytest

from opscope import paddle


@pytest.mark.parametrize(
    "name", ["SGD", "Momentum", "Adam", "AdamW", "Adamax", "Adagrad", "Adadelta", "RMSProp", "Lamb"]
)
def test_a_gradient_of_another_shape_is_refused(name: str):
    layer = paddle.nn.Linear(3, 2)
    step = getattr(paddle.optimizer, name)(learning_rate=0.1, parameters=layer.parameters())
    before = layer.bias.numpy()
    layer.bias.grad = paddle.ones([2])
    layer.bias.grad.unsqueeze_(1)
    with pytest.raises(ValueError, match=r"the gradient of linear_0\.b_0 must have the shape") as raised:
        step.step()
    assert "fix: set grad to a tensor of the parameter's shape" in str(raised.value)
    assert (layer.bias.numpy() == before).all()
