"""Two optimizers and two losses that share layers: a GAN, the same in dygraph and as one program for each player."""

import numpy as np

from opscope import paddle
from opscope.core.state import reset
from opscope.paddle import static
from opscope.paddle.optimizer import Adam, RMSProp

RNG = np.random.default_rng(0)
SHAPES = {"g.w": (3, 4), "g.b": (4,), "d.w": (4, 1), "d.b": (1,)}
START = {n: RNG.normal(size=s).astype("float32") for n, s in SHAPES.items()}
NOISE = RNG.normal(size=(5, 6, 3)).astype("float32")
REAL = RNG.normal(loc=2.0, size=(5, 6, 4)).astype("float32")


def losses(p, noise, real):
    fake = paddle.tanh(paddle.matmul(noise, p["g.w"]) + p["g.b"])
    score = lambda x: paddle.matmul(x, p["d.w"]) + p["d.b"]
    return (score(fake) - score(real)).mean(), (score(fake) * score(fake)).mean()


def players(p=None):
    """(the critic, the generator) with their parameters."""
    of = lambda player: {} if p is None else {"parameters": [v for n, v in p.items() if n.startswith(player)]}
    return RMSProp(0.05, **of("d")), Adam(0.05, **of("g"))


def in_dygraph():
    p = {n: paddle.to_tensor(v.copy(), stop_gradient=False) for n, v in START.items()}
    critic, generator = players(p)
    path = []
    for noise, real in zip(NOISE, REAL, strict=True):
        for turn, optimizer in enumerate((critic, generator)):
            loss = losses(p, paddle.to_tensor(noise), paddle.to_tensor(real))[turn]
            loss.backward()
            optimizer.step()
            for one in (critic, generator):
                one.clear_grad()
            path.append(loss.item())
    return path, {n: v.numpy() for n, v in p.items()}


def in_programs():
    paddle.enable_static()
    programs = []
    for turn, optimizer in enumerate(players()):
        main = static.Program()
        with static.program_guard(main):
            p = {
                n: static.create_parameter(
                    list(v.shape), "float32", name=n, default_initializer=paddle.nn.initializer.Assign(v)
                )
                for n, v in START.items()
            }
            loss = losses(p, static.data("noise", [6, 3]), static.data("real", [6, 4]))[turn]
            optimizer.minimize(loss, parameters=[v for n, v in p.items() if n.startswith("dg"[turn])])
        programs.append((main, loss))
    exe = static.Executor()
    exe.run(static.default_startup_program())
    path = []
    for noise, real in zip(NOISE, REAL, strict=True):
        for main, loss in programs:
            path.append(exe.run(main, {"noise": noise, "real": real}, [loss])[0].item())
    assert exe.lowered <= 3  # the second program moves what the first was lowered for, once
    return path, {n: np.array(static.global_scope().find_var(n).get_tensor()) for n in START}


def in_one_program():
    """Both losses and both updates in one program: the second sees what the first has changed."""
    paddle.enable_static()
    p = {
        n: static.create_parameter(
            list(v.shape), "float32", name=n, default_initializer=paddle.nn.initializer.Assign(v)
        )
        for n, v in START.items()
    }
    noise, real = static.data("noise", [6, 3]), static.data("real", [6, 4])
    fetched = []
    for turn, optimizer in enumerate(players()):
        fetched.append(losses(p, noise, real)[turn])
        optimizer.minimize(fetched[-1], parameters=[v for n, v in p.items() if n.startswith("dg"[turn])])
    exe = static.Executor()
    exe.run(static.default_startup_program())
    path = []
    for n, r in zip(NOISE, REAL, strict=True):
        path += [v.item() for v in exe.run(feed={"noise": n, "real": r}, fetch_list=fetched)]
    return path, {n: np.array(static.global_scope().find_var(n).get_tensor()) for n in START}


def test_a_gan_trains_alike_in_dygraph_in_two_programs_and_in_one():
    path, values = in_dygraph()
    others = [in_programs()]

    reset()
    others.append(in_one_program())
    for other, theirs in others:
        np.testing.assert_allclose(other, path, rtol=1e-4)
        for name, value in values.items():
            np.testing.assert_allclose(theirs[name], value, rtol=1e-4, atol=1e-5, err_msg=name)
    assert not np.allclose(values["g.w"], START["g.w"]) and not np.allclose(values["d.w"], START["d.w"])
