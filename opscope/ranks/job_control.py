"""JobControl: sends requests from a launcher to its ranks, such as pause, continue, or a debugger command."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from opscope.errors import RankError
from opscope.ranks.beat_watch import BeatWatch, Message
from opscope.ranks.collective import named_ranks
from opscope.ranks.rank_table import where
from opscope.ranks.verdicts import Seen

POLL = 0.02  # seconds


class Answer(NamedTuple):
    """Answer of a rank to a command. `ok` is False if `text` is an error."""

    ok: bool
    text: str


class JobControl:
    """Control of the `size` ranks of a job.

    `on_events` is called with events of the rank that `follow` has chosen, as lines of JSON.
    """

    def __init__(
        self, watch: BeatWatch, size: int, on_events: Callable[[int, Sequence[str]], None] | None = None
    ) -> None:
        self._watch, self.size, self._on_events = watch, size, on_events
        self._requests = itertools.count(1)
        self._answers: dict[int, dict[int, Answer]] = {}
        self._changed = threading.Condition()
        self._asked = 0
        self._releases = itertools.count(1)
        self._released: dict[int, int] = {}  # the last request to go on, by rank
        self._withdrawn = 0  # the last request to pause that timed out
        self._late: set[int] = set()  # ranks that may still stop for it
        self.has_quit = False  # True if the user has ended the job
        watch.on_message, watch.on_judged = self._take, self._release_late

    @property
    def ranks(self) -> list[Seen]:
        """The ranks of the job, sorted by number."""
        return sorted(self._watch.ranks, key=lambda seen: seen.rank)

    @property
    def present(self) -> list[Seen]:
        """The ranks whose program is running."""
        return [seen for seen in self.ranks if seen.is_there]

    def await_ranks(self, timeout: float) -> bool:
        """Wait until all ranks have connected to the launcher.

        Returns False if a rank does not connect before the timeout.
        """
        end = time.monotonic() + timeout
        while len(self._watch.ranks) < self.size:
            if time.monotonic() > end:
                return False
            time.sleep(POLL)
        return True

    def pause(self, timeout: float = 30.0) -> dict[int, str]:
        """Stop all ranks at the same collective. A debugged rank then continues to its next step.

        Returns:
            The place of each rank.

        Raises:
            RankError: a rank does not reach the collective before the timeout. No rank then stops later for this
                request.
        """
        self._asked += 1
        number = self._asked
        self._watch.send({"pause": number})
        return self._await_pause(number, timeout)

    def _await_pause(self, number: int, timeout: float) -> dict[int, str]:
        end = time.monotonic() + timeout
        while not all(seen.paused and self._has_arrived(seen) for seen in self.present):
            if time.monotonic() > end:
                self._withdraw(number)
                raise self._not_paused(timeout)
            time.sleep(POLL)
        if not self.present:
            raise RankError("no rank is running, so none can be paused", fix="start the job again")
        return {seen.rank: seen.paused for seen in self.present}

    def _withdraw(self, number: int) -> None:
        """Withdraw a pause request, and release the ranks that have stopped, or will stop, because of it.

        Ranks that have paused for another reason are not released.
        """
        self._withdrawn, self._late = number, {seen.rank for seen in self.present}
        self._release([seen.rank for seen in self.present if not seen.paused or seen.agreed == number])

    def _not_paused(self, timeout: float) -> RankError:
        absent = [seen for seen in self.present if not seen.paused and seen.call is None]
        late = absent or [seen for seen in self.present if not seen.paused]
        facts = {f"rank {seen.rank}": where(seen) for seen in self.present[:8]}
        return RankError(
            f"the ranks have not paused within {timeout:g} s: {named_ranks([seen.rank for seen in late])} did not come "
            "to a collective of all ranks",
            facts=facts,
            fix="pause this rank alone, or wait for its next collective",
        )

    def _release_late(self) -> None:
        """Release ranks that have paused because of a withdrawn request."""
        for seen in self.present:
            if seen.paused and seen.agreed == self._withdrawn and seen.rank in self._late:
                self._late.discard(seen.rank)
                self._release([seen.rank])

    @property
    def stopped(self) -> dict[int, str]:
        """The places of the ranks that have stopped and have not been released since."""
        return {seen.rank: seen.paused for seen in self.present if seen.paused and self._has_arrived(seen)}

    def _has_arrived(self, seen: Seen) -> bool:
        """Return True if the last beat of a rank was sent after the rank had handled the last request to continue."""
        return seen.released >= self._released.get(seen.rank, 0)

    def cont(self, rank: int | None = None) -> None:
        """Continue a rank, or all ranks if `rank` is None."""
        self._release([seen.rank for seen in self.present if rank in (None, seen.rank)])

    def leave(self) -> None:
        """Continue all ranks. From now on, no rank stops at an error, because nobody could continue this rank."""
        self._watch.send({"unattended": True})
        self.cont()

    def _release(self, ranks: Sequence[int], again: int = 0) -> None:
        """Continue ranks.

        `again` is the number of a pause request, which the ranks receive in the same message; 0: none.
        """
        for rank in ranks:
            self._released[rank] = next(self._releases)
            self._watch.send({"release": self._released[rank], "again": again}, rank)

    def end_job(self) -> None:
        """End the job because the user has requested it. The ranks that end are not reported as dead."""
        self.has_quit = True
        self._watch.close_verdicts()
        self._watch.end_job()

    def step(self, timeout: float = 30.0) -> dict[int, str]:
        """Continue all ranks, and pause them again at their next collective, as `pause` does."""
        self._asked += 1
        self._release([seen.rank for seen in self.present], again=self._asked)
        return self._await_pause(self._asked, timeout)

    def ask(self, words: str, rank: int | None = None, timeout: float = 30.0) -> dict[int, Answer]:
        """Send a command, for example `why loss`, to the debugger of a rank, or of each rank if `rank` is None.

        Returns:
            The answers by rank, in order. If a rank does not answer before the timeout, its answer is its current
            place.
        """
        number = next(self._requests)
        asked = [seen for seen in self.present if rank in (None, seen.rank)]
        if not asked:
            which = "no rank runs" if rank is None else f"rank {rank} does not run"
            raise RankError(f"{words}: {which}", fix=f"the running job has {named_ranks([s.rank for s in self.ranks])}")
        self._answers[number] = {}
        self._watch.send({"words": words, "id": number}, rank)
        with self._changed:
            self._changed.wait_for(lambda: self._is_answered(number, asked), timeout)
            found = self._answers.pop(number)
        late = {seen.rank: Answer(False, f"no answer within {timeout:g} s: {where(seen)}") for seen in asked}
        return {rank: found.get(rank, late[rank]) for rank in late}

    def _is_answered(self, number: int, asked: Sequence[Seen]) -> bool:
        return all(seen.rank in self._answers[number] or not seen.is_there for seen in asked)

    def follow(self, rank: int, on: bool = True) -> None:
        """Switch the receiving of events from a rank's run on or off."""
        self._watch.send({"follow": on}, rank)

    def command(self, rank: int, command: Mapping[str, Any]) -> None:
        """Send a command of a panel to the run of a rank."""
        self._watch.send({"command": dict(command)}, rank)

    def _take(self, rank: int, message: Message) -> None:
        """Process a message from a rank. Raises KeyError for an unknown message."""
        if "events" in message:
            if self._on_events is not None:
                self._on_events(rank, [str(line) for line in message["events"]])
            return
        with self._changed:
            answers = self._answers.get(int(message["reply"]))
            if answers is not None:
                answers[rank] = Answer(bool(message["ok"]), str(message["text"]))
                self._changed.notify_all()


def grouped(answers: Mapping[int, Answer]) -> list[tuple[list[int], Answer]]:
    """Return the answers with their ranks. Equal answers are combined.

    >>> grouped({0: Answer(True, "step 3"), 1: Answer(True, "step 4"), 2: Answer(True, "step 3")})
    [([0, 2], Answer(ok=True, text='step 3')), ([1], Answer(ok=True, text='step 4'))]
    """
    found: dict[Answer, list[int]] = {}
    for rank, answer in answers.items():
        found.setdefault(answer, []).append(rank)
    return [(ranks, answer) for answer, ranks in found.items()]
