"""Normalizations. The losses are compositions that ONNX defines."""

from __future__ import annotations

from opscope.ir.program.program import Parameter
from opscope.onnx.node import Node, Value, axis_of, cast, dtype_of, known_dims, like, rank_of, run, shape_of
from opscope.onnx.node import operator as row
from opscope.onnx.operators.convolution_nodes import channelwise


@row("BatchNormalization")
def batch_normalization(node: Node) -> Value:
    """Convert BatchNormalization with the given statistics, or in training_mode (since 14) with the batch's.

    In training_mode, the running statistics are outputs.
    """
    x, scale, bias, mean, variance = (node.input(i) for i in range(5))
    node.ignore("consumed_inputs", "is_test")
    if not node.attr("spatial", 1):
        raise node.refuse("spatial=0")
    for statistic in (mean, variance):
        if isinstance(statistic, Parameter):
            statistic.trainable, statistic.stop_gradient = False, True
    epsilon, momentum = float(node.attr("epsilon")), float(node.attr("momentum"))
    if not node.attr("training_mode", 0):
        if node.output_count > 1:
            raise node.refuse("more than one output without training_mode")
        values = [cast(v, dtype_of(x)) for v in (mean, variance, scale, bias)]
        return run("batch_norm", x, *values, momentum=momentum, epsilon=epsilon, is_test=True)[0]
    axes = (0, *range(2, rank_of(x)))
    own = run("mean", x, axis=axes)
    spread = run("mean", run("square", run("subtract", x, channelwise(own, rank_of(x)))), axis=axes)
    y = run(
        "multiply", run("subtract", x, channelwise(own, rank_of(x))), _inverse(channelwise(spread, rank_of(x)), epsilon)
    )
    y = run("add", run("multiply", y, channelwise(scale, rank_of(x))), channelwise(bias, rank_of(x)))
    running = [
        run(
            "add",
            run("multiply", old, like(momentum, old)),
            run("multiply", cast(new, dtype_of(old)), like(1 - momentum, old)),
        )
        for old, new in ((mean, own), (variance, spread))
    ]
    return (y, *running)


def _inverse(variance: Value, epsilon: float) -> Value:
    return run("rsqrt", run("add", variance, like(epsilon, variance)))


@row("InstanceNormalization")
def instance_normalization(node: Node) -> Value:
    """Convert InstanceNormalization: each channel of each image has its own mean and variance."""
    x, scale, bias = (node.input(i) for i in range(3))
    node.ignore("consumed_inputs")
    axes = tuple(range(2, rank_of(x)))
    centered = run("subtract", x, run("mean", x, axis=axes, keepdim=True))
    variance = run("mean", run("square", centered), axis=axes, keepdim=True)
    y = run("multiply", centered, _inverse(variance, float(node.attr("epsilon"))))
    return run("add", run("multiply", y, channelwise(scale, rank_of(x))), channelwise(bias, rank_of(x)))


@row("LayerNormalization", 17)
def layer_normalization(node: Node) -> Value:
    """Convert LayerNormalization over the dims from `axis`, computed in the type of stash_type."""
    x = node.input(0)
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    epsilon = float(node.attr("epsilon"))
    stash = node.dtype_attr("stash_type") or "float32"
    if node.output_count == 1 and dtype_of(x).name == stash:
        dims = known_dims(x, range(axis, rank_of(x)), node)
        weights = [v if v is None or list(shape_of(v)) == dims else None for v in (node.input(1), node.optional(2))]
        if weights[0] is not None and (weights[1] is not None or not node.has(2)):
            return run("layer_norm", x, *weights, normalized_shape=tuple(dims), epsilon=epsilon)
    wide, axes = cast(x, stash), tuple(range(axis, rank_of(x)))
    mean = run("mean", wide, axis=axes, keepdim=True)
    centered = run("subtract", wide, mean)
    inverse = _inverse(run("mean", run("square", centered), axis=axes, keepdim=True), epsilon)
    y = run("multiply", cast(run("multiply", centered, inverse), dtype_of(x)), node.input(1))
    y = run("add", y, node.input(2)) if node.has(2) else y
    return y, mean, inverse
