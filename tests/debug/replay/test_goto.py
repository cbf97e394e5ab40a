"""Any place of the past is as it was: all values, to the bit, and no function is called for it."""

import random

import pytest

from opscope import debug
from tests.debug.nets import NETS
from tests.debug.stops import Film, alike, check_values, seen, stand

LONG = 60.0


def places_to_try(film, count, seed):
    places = [p for p in film.places if p.stands]
    return random.Random(seed).sample(places, min(count, len(places)))


def go_back(run, film, place):
    """Stand at a place of the past by public commands: before the outermost operator, and on by step_in."""
    outer = next(p for p in film.runs[place.run][place.tick :: -1] if p.depth == 0)
    stand(run, outer)
    step_on(run, place)


def step_on(run, place):
    """On to a place, operator by operator."""
    while (run.here.run, run.here.tick) < place[:2]:
        before = run.here
        run.step_in(LONG)
        if run.here.text.startswith("inside"):
            run.step_out(LONG)
        assert (run.here.run, run.here.tick) > (before.run, before.tick)


@pytest.mark.parametrize("net", NETS)
def test_any_place_of_a_finished_run_is_as_it_was(net):
    body = net()
    film = Film(body)
    run = debug.start(body)
    assert alike(run.wait(LONG), film.result)
    calls = list(body.calls)
    for place in places_to_try(film, 12, seed=1):
        go_back(run, film, place)
        assert (run.here.run, run.here.tick, run.here.depth) == place[:3]
        assert run.here.op == (-1 if place.op is None else place.op.id)
        check_values(place, seen(run))
    assert body.calls == calls


@pytest.mark.parametrize("net", NETS)
def test_any_place_before_where_the_program_stands(net):
    body = net()
    film = Film(body)
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    rng = random.Random(5)
    for place in sorted(places_to_try(film, 6, seed=2), key=lambda p: p[:2]):
        step_on(run, place)
        check_values(place, seen(run))
        calls, earlier = list(body.calls), [p for p in film.places if p[:2] <= place[:2] and p.stands]
        for past in rng.sample(earlier, min(3, len(earlier))):
            go_back(run, film, past)
            check_values(past, seen(run))
        assert body.calls == calls
    run.cont()
    assert alike(run.wait(LONG), film.result)
