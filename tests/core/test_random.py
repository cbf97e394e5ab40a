"""Random state: a few words that hold all randomness."""

import threading

import numpy as np
import pytest

from opscope.core import random, state
from opscope.core.random import Generator, encode_state


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


# --- claims ---------------------------------------------------------------------------------------------


def drawn(generator, count=2):
    return [generator.random() for _ in range(count)]


def after(seed, skip=0, count=2):
    return drawn(Generator(seed), skip + count)[skip:]


def in_thread(function, *args):
    found = []
    thread = threading.Thread(target=lambda: found.append(function(*args)))
    thread.start()
    thread.join(60)
    return found[0]


@pytest.mark.parametrize("before", [0, 1])
def test_in_a_claim_and_beside_it_the_same_numbers_follow(before):
    shared = Generator(5)
    drawn(shared, before)
    claim = shared.claim()
    with claim.drawing():
        assert drawn(shared) == after(5, before)
        assert in_thread(drawn, shared) == after(5, before)
        assert drawn(shared) == after(5, before + 2) and shared.initial_seed() == 5
    assert drawn(shared) == after(5, before + 2) and shared.initial_seed() == 5
    claim.release()
    assert drawn(shared) == after(5, before + 4), "theirs stays"


def test_the_stream_comes_back_if_nobody_has_drawn_meanwhile():
    shared = Generator(5)
    kept = shared.array_generator(np)
    claim = shared.claim()
    with claim.drawing():
        drawn(shared)
        assert kept is shared.array_generator(np)
    state = shared.get_state()  # this draws nothing
    assert state["buffer_pos"] == Generator(5).get_state()["buffer_pos"]
    claim.release()
    assert drawn(shared) == after(5, 2) and kept is shared.array_generator(np)


def test_a_seed_or_a_state_that_is_set_beside_a_claim_stays():
    shared = Generator(5)
    for setting in (lambda: shared.manual_seed(5), lambda: shared.set_state(Generator(5).get_state())):
        claim = shared.claim()
        setting()
        with claim.drawing():
            drawn(shared)
        claim.release()
        assert drawn(shared) == after(5)
        shared.manual_seed(5)


def test_a_seed_in_a_claim_is_its_own_and_comes_back():
    shared = Generator(5)
    claim = shared.claim()
    with claim.drawing():
        shared.manual_seed(6)
        assert (shared.initial_seed(), in_thread(shared.initial_seed)) == (6, 5)
    claim.release()
    assert shared.initial_seed() == 6 and drawn(shared) == after(6)


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_claims_at_once_the_first_to_end_gives_its_stream_back(first):
    shared = Generator(5)
    claims = [shared.claim(), shared.claim()]
    for count, claim in enumerate(claims, 1):
        with claim.drawing():
            assert drawn(shared, count) == after(5, 0, count)
    claims[first].release()
    claims[1 - first].release()
    assert drawn(shared) == after(5, first + 1)


def test_a_claim_within_a_claim_gives_back_to_that_and_if_it_has_ended_to_the_generator():
    shared = Generator(5)
    outer = shared.claim()
    with outer.drawing():
        drawn(shared, 1)
        inner = shared.claim()
        with inner.drawing():
            assert drawn(shared, 1) == after(5, 1, 1)
        inner.release()
        assert drawn(shared, 1) == after(5, 2, 1)
        last = shared.claim()
    outer.release()
    with outer.drawing():  # a thread that goes on after its run
        assert shared.random() == after(5, 3, 1)[0]
        shared.set_state(Generator(5).get_state())
    with last.drawing():
        assert drawn(shared, 1) == after(5, 3, 1)
    last.release()
    last.release()
    assert drawn(shared) == after(5)


def test_a_claim_makes_no_generator():
    shared = Generator(5)
    claim = shared.claim()
    assert shared._stream._generator is None is claim._stream._generator
    claim.release()
    assert shared._stream._generator is None


def test_a_reset_and_a_block_are_those_of_the_claim():
    random.seed(5)
    claim = random.default.claim()
    with random.default.drawing_from(Generator(7).get_state()), claim.drawing():
        assert random.default.random() == after(5)[0]
        state.reset()
        assert random.default.random() == after(0)[0]
        with random.default.drawing_from(Generator(8).get_state()):
            assert random.default.random() == after(8)[0]
    assert random.default.random() == after(5)[0]
    claim.release()


def test_a_seed_in_a_block_ends_with_it():
    generator = Generator(5)
    with generator.drawing_from(Generator(7).get_state()):
        generator.manual_seed(9)
        assert drawn(generator) == after(9)
    assert drawn(generator) == after(5) and generator.initial_seed() == 5


# --- one thread of a claim draws alone -----------------------------------------------------------------------


def in_claim(claim, function, *args):
    def work():
        with claim.drawing():
            return function(*args)

    return in_thread(work)


def test_a_thread_that_draws_alone_is_not_disturbed_and_nobody_draws_the_same():
    shared, begun = Generator(5), []
    kept = shared.array_generator(np)
    claim = shared.claim()
    with claim.drawing():
        far = []
        for at in (2, 5):
            with shared.drawing_alone(begun.append):
                assert in_claim(claim, drawn, shared, 1) == after(5, at - 2, 1), "nobody has begun"
                shared.get_state()
                assert not begun
                found = drawn(shared, 1)
                far += in_claim(claim, drawn, shared, 2)
                far.append(int(kept.integers(2**63)))
                found += drawn(shared, 1)
            assert found == after(5, at - 1)
            assert encode_state(begun.pop()) == encode_state(state_after(5, at - 1))
        assert drawn(shared) == after(5, 6)
    assert len({*far, *after(5, 0, 100)}) == 106


def state_after(seed, count):
    generator = Generator(seed)
    drawn(generator, count)
    return generator.get_state()


@pytest.mark.parametrize("by_thread", [False, True])
@pytest.mark.parametrize("name", ["seed", "state"])
def test_a_seed_holds_for_all_when_nobody_draws_alone_any_more(name, by_thread):
    def setting(generator):
        generator.manual_seed(9) if name == "seed" else generator.set_state(state_after(9, 0))

    shared = Generator(5)
    claim = shared.claim()
    with claim.drawing():
        with shared.drawing_alone(lambda state: None):
            drawn(shared, 1)
            if by_thread:
                in_claim(claim, setting, shared)
                assert drawn(shared, 1) == after(5, 1, 1)
            else:
                setting(shared)
        assert drawn(shared) == after(9)
        assert in_claim(claim, drawn, shared) == after(9, 2)
    claim.release()


def test_without_a_claim_nobody_draws_alone():
    shared, begun = Generator(5), []
    with shared.drawing_alone(begun.append):
        assert drawn(shared) == after(5) and in_thread(drawn, shared) == after(5, 2)
    assert not begun
