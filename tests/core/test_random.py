"""Random state: a few words that hold all randomness."""

import threading

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


def in_thread(function):
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_a_claimed_stream_is_not_disturbed_by_draws_of_other_threads():
    expected = [(alone := Generator(5)).random(), alone.random(), alone.random()]
    shared = Generator(5)
    shared.claim()
    first = shared.random()
    others = [in_thread(shared.random) for _ in range(3)]
    shared.claim()  # as a run inside a run does
    second = shared.random()
    shared.release()
    others.append(in_thread(shared.random))
    shared.release()
    assert [first, second] == expected[:2]
    assert in_thread(shared.random) == expected[2], "nobody claims it any more"
    assert not {*others} & {*expected} and len({*others}) == len(others)


def test_a_second_claim_has_a_stream_of_its_own_until_it_ends():
    shared, ended, go_on = Generator(5), threading.Event(), threading.Event()
    expected = [(alone := Generator(5)).random(), alone.random()]
    found = []

    def second():
        shared.claim()
        found.append(shared.random())
        state = shared.get_state()
        ended.set()
        go_on.wait(60)
        found.append(shared.random())  # the first claim is over: still from the same stream
        shared.release()
        again = Generator()
        again.set_state(state)
        found.append(again.random())

    shared.claim()
    thread = threading.Thread(target=second)
    thread.start()
    assert ended.wait(60)
    first = shared.random()
    shared.release()
    last = shared.random()
    go_on.set()
    thread.join()
    assert [first, last] == expected
    assert found[1] == found[2] and not {*found} & {*expected}
    assert shared.manual_seed(5).random() == expected[0]
