"""Names of elements and attributes mean what they mean in the function that owns their variable, or nothing."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.eager.watch import watched
from tests.names.frame_reference import FrameNames
from tests.names.object_programs import ALL


@pytest.mark.parametrize("body", ALL, ids=lambda body: body.__name__)
def test_an_element_of_an_object_is_that_of_the_running_function(body):
    """In the second of two blocks self.hidden was that of the first; st['x'] was what it was before `use(st)`."""
    paddle.disable_static()
    paddle.seed(0)
    run = debug.start(body)
    run.wait()
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    notes = FrameNames({name for record in records for name in record.names.bindings})
    paddle.seed(0)
    with watched(notes):
        body()
    places = [(r, tick) for r in records for tick, place in enumerate(r.places) if place.operator is not None]
    assert len(places) == len(notes.places)
    found = asked = 0
    wrong = []
    for (record, tick), names in zip(places, notes.places, strict=True):
        for name, right in names.items():
            bound = record.bindings(name, tick)
            value = record.value(bound[0].value, tick) if len(bound) == 1 else None
            is_made_here = (
                record.places[tick].after and bound and bound[0].value in record.places[tick].operator.outputs
            )
            if value is not None and not is_made_here and (right is None or not np.array_equal(value, right)):
                wrong.append((tick, name, bound[0].value))
            asked += right is not None
            found += right is not None and value is not None
    assert not wrong
    assert found > 0.6 * asked
