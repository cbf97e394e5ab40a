"""A thousand ranks: the watch names the absent one, and their rows take less memory than half a gigabyte."""

import random
import subprocess
import sys
import time

import pytest

from opscope.notebook.rank_job import RankJob
from opscope.ranks.beat_watch import BeatWatch
from opscope.ranks.beats import ADDRESS, TOKEN
from tests.examples import ROOT
from tests.ranks.job import LIMIT
from tests.soak.census import resident

RANKS, NUMBERS, FAULTS = 1_000, 20, 20


class ManyRanks:
    """A process that plays the ranks, and the watch of their launcher with its panel."""

    def __init__(self):
        self.said, self.rss_before = [], resident()
        self.watch = BeatWatch(self.said.append, None, lambda: None)
        self.job = RankJob(self.watch, RANKS)
        where = self.watch.environment
        words = [where[ADDRESS].rpartition(":")[2], where[TOKEN], str(RANKS), str(NUMBERS)]
        self.watch.start()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ranks.simulated_ranks", *words], stdin=subprocess.PIPE, cwd=ROOT, text=True
        )

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, reached):
        deadline = time.monotonic() + LIMIT
        while not reached():
            assert time.monotonic() < deadline and self.process.poll() is None, self.said
            time.sleep(0.02)

    def end(self):
        self.process.stdin.close()
        self.process.wait(LIMIT)
        self.job.close()


@pytest.fixture
def many():
    found = ManyRanks()
    yield found
    found.end()


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_the_absent_one_of_a_thousand_ranks_is_named_each_time(many):
    many.wait_for(lambda: len(many.watch.ranks) == RANKS and all(seen.numbers for seen in many.watch.ranks))
    chosen = random.Random(0)
    for _ in range(FAULTS):
        rank, before = chosen.randrange(RANKS), len(many.said)
        many.tell(f"late {rank}")
        many.wait_for(lambda before=before: len(many.said) > before)
        assert many.said[before].startswith((f"rank {rank} is late", f"rank {rank} is silent")), many.said[before]
        many.tell("back")
        many.wait_for(lambda rank=rank: many.said[-1].startswith(f"rank {rank} is back"))
    frame = many.job.panel.frame
    assert len(frame.ranks) == RANKS and len(frame.spreads) == NUMBERS
    assert resident() - many.rss_before < 500_000_000  # other tests have taken memory before
