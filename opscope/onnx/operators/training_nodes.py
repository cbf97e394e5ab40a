"""Steps of optimizers, which are nodes in a training graph."""

from __future__ import annotations

from opscope.onnx.node import Node, Value, cast, like, operator, run

DOMAIN = "ai.onnx.preview.training"


def _groups(node: Node, states: int) -> list[list[Value]]:
    """Return for each parameter: the parameter, its gradient, its states. The inputs are sorted by kind."""
    rest = node.inputs[2:]
    if len(rest) % (2 + states):
        raise node.error(f"{len(node.inputs)} inputs cannot be divided among the parameters")
    count = len(rest) // (2 + states)
    return [[rest[k * count + i] for k in range(2 + states)] for i in range(count)]


def _regularized(node: Node, x: Value, g: Value) -> Value:
    return run("add", g, run("multiply", x, like(float(node.attr("norm_coefficient")), x)))


def _by_kind(rows: list[list[Value]]) -> tuple[Value, ...]:
    return tuple(value for kind in zip(*rows, strict=True) for value in kind)


@operator("Adagrad", 1, DOMAIN)
def adagrad(node: Node) -> Value:
    """Convert Adagrad: the rate decays with the number of updates."""
    rate, count = node.input(0), node.input(1)
    decay, epsilon = float(node.attr("decay_factor")), float(node.attr("epsilon"))
    rows = []
    for x, g, total in _groups(node, 1):
        steps = run("add", run("multiply", cast(count, "float32"), like(decay, x)), like(1, x))
        g = _regularized(node, x, g)
        total = run("add", total, run("square", g))
        step = run(
            "divide", run("multiply", run("divide", rate, steps), g), run("add", run("sqrt", total), like(epsilon, x))
        )
        rows.append([run("subtract", x, step), total])
    return _by_kind(rows)


@operator("Adam", 1, DOMAIN)
def adam(node: Node) -> Value:
    """Convert Adam: the moments of the gradient have a bias correction, except in the first update."""
    rate, count = node.input(0), node.input(1)
    alpha, beta, epsilon = (float(node.attr(n)) for n in ("alpha", "beta", "epsilon"))
    after = float(node.attr("norm_coefficient_post"))
    rows = []
    for x, g, first, second in _groups(node, 2):
        g = _regularized(node, x, g)
        first = run("add", run("multiply", first, like(alpha, x)), run("multiply", g, like(1 - alpha, x)))
        second = run(
            "add", run("multiply", second, like(beta, x)), run("multiply", run("square", g), like(1 - beta, x))
        )
        steps = cast(count, "float32")
        own = [run("subtract", like(1, x), run("elementwise_pow", like(b, x), steps)) for b in (alpha, beta)]
        corrected = run("divide", run("multiply", rate, run("sqrt", own[1])), own[0])
        actual = run("where", run("greater_than", steps, like(0, x)), corrected, rate)
        step = run("divide", run("multiply", actual, first), run("add", run("sqrt", second), like(epsilon, x)))
        new = run("multiply", run("subtract", x, step), like(1 - after, x))
        rows.append([new, first, second])
    return _by_kind(rows)


@operator("Momentum", 1, DOMAIN)
def momentum(node: Node) -> Value:
    """Convert Momentum: mode is standard or nesterov."""
    rate, count = node.input(0), node.input(1)
    alpha, beta, mode = float(node.attr("alpha")), float(node.attr("beta")), node.attr("mode")
    if mode not in ("standard", "nesterov"):
        raise node.error(f"mode {mode!r} is not valid")
    rows = []
    for x, g, velocity in _groups(node, 1):
        g = _regularized(node, x, g)
        damped = run("where", run("greater_than", cast(count, "float32"), like(0, x)), like(beta, x), like(1, x))
        velocity = run("add", run("multiply", velocity, like(alpha, x)), run("multiply", damped, g))
        step = run("add", g, run("multiply", velocity, like(alpha, x))) if mode == "nesterov" else velocity
        rows.append([run("subtract", x, run("multiply", rate, step)), velocity])
    return _by_kind(rows)
