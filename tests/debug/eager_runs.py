"""Eager training for tests to step through."""

from opscope.core import random
from opscope.eager.watch import watched
from opscope.paddle.optimizer import Adam
from tests.eager.watching import Log, Mlp

LONG = 60.0  # seconds until a test gives up
LINE = Mlp.loss.__code__.co_firstlineno  # of `def loss`


def train(steps=3, make=Adam):
    random.seed(5)
    model = Mlp()
    optimizer = make(0.1, parameters=model.parameters)
    found = []
    for _ in range(steps):
        found.append(model.step(optimizer))
        optimizer.clear_grad()
    return found


def ops_of(body):
    """(op, type, role, depth) of every call, as the watch tells them, numbered from 0 in each step."""
    log = Log()
    with watched(log):
        body()
    return log.calls


def go_on(run):
    run.cont()
    return run.until_stopped(LONG)
