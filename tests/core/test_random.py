"""Random state: a few words that hold all randomness."""

import numpy as np

from opscope.core import random, state
from opscope.core.random import Generator


def test_state_continues_exactly():
    generator = Generator(3)
    generator.array_generator(np).random(5)
    kept = generator.get_state()
    first = generator.array_generator(np).standard_normal(4)
    generator.set_state(kept)
    assert np.array_equal(generator.array_generator(np).standard_normal(4), first)


def test_seed_starts_over():
    first = random.seed(7).array_generator(np).random(3)
    assert np.array_equal(random.seed(7).array_generator(np).random(3), first)
    assert random.default.initial_seed() == 7
    state.reset()
    assert random.default.initial_seed() == 0


def test_a_device_generator_is_fed_by_the_stream():
    """What is drawn on the device follows the host's state, so that saving it is enough."""
    from tests.laws import fake_cupy

    one, two = (Generator(5).array_generator(fake_cupy.module()).random(3) for _ in range(2))
    assert np.array_equal(fake_cupy.asnumpy(one), fake_cupy.asnumpy(two))


def test_numbers_and_seeds_are_ints():
    one, two = Generator(5), Generator(5)
    assert one.random() == two.random() != one.random()
    seed = one.seed()
    assert one.initial_seed() == seed and one.random() == Generator(seed).random()
