"""A moment of a run, for expressions and conditions: values, those of the step before, and the run's words."""

import numpy as np

from opscope.debug.conditions.expression import Expression


class Moment:
    """What `evaluation.ConditionEnv` asks for; `asked` are the names that were looked up."""

    def __init__(self, values=None, before=None, **words):
        self.values, self.before = values or {}, before or {}
        self.step = self.run = self.op = self.role = self.name = self.value = None
        self.asked = []
        vars(self).update(words)

    def lookup(self, name):
        self.asked.append(name)
        return self.values.get(name)

    def previous(self, name):
        return self.before.get(name)


H = np.arange(12, dtype="float32").reshape(4, 3) - 5
VALUES = {
    "h": H,
    "x": np.array([1.0, 4.21]),
    "loss": np.float32(5),
    "bad": np.array([np.nan, -np.inf, 2.0, 0.0], "float32"),
    "fc_0.w_0@GRAD": H * np.float32(1e-9),
    "x@GRAD@RENAME@block0@0": np.array([7]),
    "scope/h.tmp_1": np.array([8.0]),
    "my value": np.array([9.0]),
    "step": np.array([10.0]),
    "z": np.array([1 + 1j, 3j]),
}
NOW = Moment(VALUES, {"loss": np.float32(2)}, step=112, run=3, op="tanh", role="backward", name="h")


def value(text, env=NOW):
    """What the text is worth; that it prints as it parses is seen on the way."""
    expression = Expression.parse(text)
    assert Expression.parse(str(expression)) == expression and hash(expression) == hash(Expression.parse(text))
    return expression.evaluate(env)
