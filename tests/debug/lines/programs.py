"""Functions of plain Python and of eager code for the tests of lines; each returns something that shows what it did."""

import contextlib

import numpy as np

from opscope import paddle


def loops(n=3):
    total = 0
    for i in range(n):
        if i % 2:
            total += i
            continue
        total += inner(i)
    while total > 4:
        total -= 3
    return total


def inner(x):
    doubled = x * 2
    return doubled + 1


def recursive(n=3):
    if n == 0:
        return 1
    smaller = recursive(n - 1)
    return n * smaller


def closures():
    found = []
    for scale in (2, 3):

        def scaled(x, scale=scale):
            product = scale * x
            product += 1
            return product

        found.append(scaled(10))
    return found + list(map(lambda x: x + 1, found))  # noqa: C417 (a lambda has lines, too)


def numbers(n):
    for i in range(n):
        got = i * i
        yield got


def generators():
    total = 0
    for each in numbers(3):
        total += each
    first = next(numbers(9))
    return total + first


def delegating():
    def outer():
        yield 0
        yield from numbers(3)

    return list(outer())


class Counter:
    start = 5

    def __init__(self):
        self.count = self.start

    def add(self, by=1):
        self.count += by
        return self

    @property
    def half(self):
        return self.count // 2


def classes():
    counter = Counter()
    counter.add(3).add()
    return counter.half


def failing(x):
    if x > 1:
        raise ValueError(f"too large: {x}")
    return x


def exceptions():
    found = []
    for x in range(4):
        try:
            found.append(failing(x))
        except KeyError:
            found.append("never")
        except ValueError as e:
            found.append(str(e))
        finally:
            found.append("finally")
    return found


def handled_elsewhere():
    with contextlib.suppress(ValueError):
        failing(5)
    try:  # noqa: SIM105
        int("x")
    except ValueError: pass  # fmt: skip  # noqa: E701
    done = 1
    done += 1
    return done


def training(steps=2):
    weight = paddle.to_tensor(np.ones(3, "float32"), stop_gradient=False)
    sgd = paddle.optimizer.SGD(0.1, parameters=[weight])
    losses = []
    for _ in range(steps):
        hidden = weight * 2.0
        loss = (hidden * hidden).sum()
        loss.backward()
        sgd.step()
        sgd.clear_grad()
        losses.append(float(loss))
    return losses


PLAIN = [loops, recursive, closures, generators, delegating, classes, exceptions, handled_elsewhere]
