from opscope import paddle


def build(width):
    x = paddle.static.data("x", [4, 3], "float32")
    hidden = paddle.static.nn.fc(x, width, activation="tanh")
    score = paddle.static.nn.cond(paddle.mean(hidden) > 10, lambda: hidden * 0.0, lambda: hidden * 2.0)
    return paddle.mean(paddle.log(score))
