"""What programs and dygraph make of the same function."""

import numpy as np

from opscope.paddle import fluid


def as_list(value):
    return list(value) if isinstance(value, list | tuple) else [value]


def in_program(function, feed, runs=1):
    """The results of function(**variables) in the last of so many runs of a fresh program."""
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 1
    with fluid.program_guard(main, startup), fluid.scope_guard(fluid.Scope()), fluid.unique_name.guard():
        given = {
            name: fluid.layers.data(name, list(v.shape), append_batch_size=False, dtype=str(v.dtype))
            for name, v in feed.items()
        }
        outs = as_list(function(**given))
        exe = fluid.Executor()
        exe.run(startup)
        for _ in range(runs):
            got = exe.run(main, feed=feed, fetch_list=outs)
    for out, value in zip(outs, got, strict=True):
        assert len(out.shape) == value.ndim, "the program was told another rank"
        assert all(a in (-1, b) for a, b in zip(out.shape, value.shape, strict=True))
    return got


def in_dygraph(function, feed):
    """The results of function(**tensors)."""
    with fluid.dygraph.guard():
        given = {name: fluid.dygraph.to_variable(v) for name, v in feed.items()}
        return [v.numpy() for v in as_list(function(**given))]


def in_both(function, feed, other=None):
    """The results, which are the same in a program and in dygraph (`other` there)."""
    static, eager = in_program(function, feed), in_dygraph(other or function, feed)
    for a, b in zip(static, eager, strict=True):
        assert a.shape == b.shape and a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    return static
