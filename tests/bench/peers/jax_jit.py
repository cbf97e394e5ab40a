"""JAX, the whole step compiled by XLA, its buffers donated; Adam by hand (jax has none)."""

from __future__ import annotations

from typing import Any

from tests.bench.work import BETA1, BETA2, EPSILON, RATE, Step, Work


def make(work: Work, variant: str) -> Step:
    """One step; it waits until all of the results are there."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_default_matmul_precision", "highest")  # on a GPU the default is less than float32
    p, feed = ({k: jnp.asarray(a) for k, a in arrays.items()} for arrays in (work.params(), work.feed()))
    if not work.trains:
        forward = jax.jit(work.jax)
        return lambda: forward(p, feed).block_until_ready()

    def adam(p: Any, g: Any, m: Any, v: Any, rate: Any, epsilon: Any) -> tuple[Any, Any, Any]:
        m, v = BETA1 * m + (1 - BETA1) * g, BETA2 * v + (1 - BETA2) * g * g
        return p - rate * m / (jnp.sqrt(v) + epsilon), m, v

    def train(state: dict[str, Any], count: Any, feed: Any) -> Any:
        loss, grads = jax.value_and_grad(work.jax)({k: s[0] for k, s in state.items()}, feed)
        count = count + 1
        root = jnp.sqrt(1 - BETA2**count)
        rate = RATE * root / (1 - BETA1**count)
        return loss, {k: adam(s[0], grads[k], *s[1:], rate, EPSILON * root) for k, s in state.items()}, count

    state = {k: (a, jnp.zeros_like(a), jnp.zeros_like(a)) for k, a in p.items()}
    kept, compiled = [state, jnp.float32(0)], jax.jit(train, donate_argnums=(0, 1))

    def step() -> Any:
        loss, *kept[:] = compiled(*kept, feed)
        return jax.block_until_ready((loss, kept))[0]

    return step
