"""RankJob: the ranks of a job in a notebook.

The job shows a panel of all ranks. Below this panel, it shows the panel of the chosen rank's run.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Sequence

from IPython.display import HTML, DisplayHandle, display

from opscope.errors import OpscopeError, RankError, printable
from opscope.events import Command, Event, from_json, to_dict
from opscope.ranks.beat_watch import BeatWatch
from opscope.ranks.collective import named_ranks
from opscope.ranks.job_control import JobControl, grouped
from opscope.ranks.rank_answers import RankAnswers
from opscope.ranks.rank_table import RankRow, RankTable, spreads
from opscope.ranks.verdicts import Seen, Verdict
from opscope.ui.rank_panel import RankFrame, RankPanel, RankRequest, ShownRank, ShownSpread
from opscope.ui.widget import Panel

DEATHS = ("dead", "stopped", "ended")  # kinds of verdicts about ranks that will not come


class RankJob:
    """The running ranks of a job. Display the job to see its panel. The panel and the methods control the ranks."""

    def __init__(self, watch: BeatWatch, size: int) -> None:
        self._watch = watch
        self._control = JobControl(watch, size, self._pass_events)
        self._table = RankTable()
        self._answers: Sequence[tuple[str, bool, str]] = ()
        self._chosen = -1
        self._lock = threading.Lock()  # of the table
        self._state = ""  # "pausing" while the ranks are on their way
        self._requests: queue.SimpleQueue[RankRequest | None] = queue.SimpleQueue()
        self.panel = RankPanel(self._requests.put)
        self._run_panel: Panel | None = None  # of the chosen rank
        self._below: DisplayHandle | None = None  # the newest place for it on the page
        watch.on_judged = self._update
        threading.Thread(target=self._obey, name="opscope-ranks", daemon=True).start()

    @property
    def size(self) -> int:
        """The number of ranks."""
        return self._control.size

    def pause(self, timeout: float = 30.0) -> dict[int, str]:
        """Stop all ranks before the first operator of the same step.

        Args:
            timeout: time limit in seconds.

        Returns:
            The place of each rank.

        Raises:
            RankError: a rank does not reach a collective of all ranks before the time limit. Then no rank stops later.

        Example:
            >>> job.pause()                                                         # doctest: +SKIP
        """
        self._state = "pausing"
        try:
            return self._control.pause(timeout)
        finally:
            self._state = ""
            self._update()

    def step(self, timeout: float = 30.0) -> dict[int, str]:
        """Let all ranks continue, and stop them in their next step, as `pause` does.

        Example:
            >>> job.step()                                                          # doctest: +SKIP
        """
        return self._control.step(timeout)

    def cont(self) -> None:
        """Let all ranks continue.

        Example:
            >>> job.cont()                                                          # doctest: +SKIP
        """
        self._control.cont()

    def do(self, words: str, rank: int | None = None) -> RankAnswers:
        """Execute a command of the debugger, for example `why loss`, on one rank or on all ranks.

        Args:
            words: the command, as at the prompt.
            rank: number of the rank; None: each rank.

        Returns:
            The printed output of each rank. Equal outputs are shown together.

        Raises:
            RankError: there is no running rank with this number.

        Example:
            >>> job.do("p loss", rank=1)                                            # doctest: +SKIP
        """
        answers = self._control.ask(words, rank)
        self._answers = [
            (named_ranks(ranks), each.ok, printable(each.text) or "done") for ranks, each in grouped(answers)
        ]
        return RankAnswers({number: each.text for number, each in answers.items()})

    def choose(self, rank: int) -> None:
        """Show the run of a rank in the panel below the ranks. The panel is the same as for a run without ranks.

        Args:
            rank: the number of the rank.

        Raises:
            RankError: there is no such rank.

        Example:
            >>> job.choose(1)                                                       # doctest: +SKIP
        """
        if not any(seen.rank == rank for seen in self._control.ranks):
            raise RankError(f"there is no rank {rank}", fix=f"choose a number from 0 to {self.size - 1}")
        if self._chosen >= 0:
            self._control.follow(self._chosen, on=False)
        self._chosen = rank
        is_new = self._run_panel is None
        panel = self._panel_of_run()
        if is_new and self._below is not None:
            self._below.update(panel)
        self._control.follow(rank)

    def close(self) -> None:
        """Stop watching the ranks."""
        self._requests.put(None)
        self._watch.stop()

    # --- the panel ----------------------------------------------------------------------------------

    def _ipython_display_(self) -> None:
        display(self.panel)
        self._below = display(HTML("") if self._run_panel is None else self._run_panel, display_id=True)

    def __repr__(self) -> str:
        return f"<{self.size} ranks, {self.panel.frame.state}>"

    def _panel_of_run(self) -> Panel:
        if self._run_panel is None:
            self._run_panel = Panel("chosen rank", slot=f"ranks {id(self)}")
            self._run_panel.on_command(self._pass_command)
        return self._run_panel

    def _pass_command(self, command: Command) -> None:
        self._control.command(self._chosen, to_dict(command))

    def _pass_events(self, rank: int, lines: Sequence[str]) -> None:
        if rank == self._chosen and self._run_panel is not None:
            events = [event for event in map(from_json, lines) if isinstance(event, Event)]
            self._run_panel.push(events)

    def _obey(self) -> None:
        """Execute the requests from browser pages, one after the other."""
        while (request := self._requests.get()) is not None:
            try:
                match request.kind:
                    case "pause":
                        self.pause()
                    case "step":
                        self.step()
                    case "cont":
                        self.cont()
                    case "choose":
                        self.choose(request.rank)
                    case _:
                        self.do(request.words, None if request.rank < 0 else request.rank)
            except OpscopeError as e:
                self._answers = [("", False, str(e))]

    def _update(self) -> None:
        """Show the state that the ranks have reported. Update the state ten times a second, and after a pause."""
        with self._lock:
            self.panel.show(self.frame(time.monotonic()))

    def frame(self, now: float) -> RankFrame:
        """Return the state that the panel shows."""
        ranks, verdicts = self._control.ranks, self._watch.verdicts
        rows = self._table.rows(ranks, now)
        shown = [_shown(seen, row, verdicts) for seen, row in zip(ranks, rows, strict=True)]
        places = {seen.paused for seen in ranks if seen.is_there}
        state = self._state or _job_state(ranks, self.size)
        place = places.pop() if state == "paused" and len(places) == 1 else ""
        texts = [verdict.text for verdict in verdicts]
        return RankFrame(shown, state, place, texts, _shown_spreads(ranks), self._answers, self._chosen)


def _job_state(ranks: Sequence[Seen], size: int) -> str:
    if len(ranks) < size:
        return "starting"
    present = [seen for seen in ranks if seen.is_there]
    if not present:
        return "ended"
    return "paused" if all(seen.paused for seen in present) else "running"


def _shown(seen: Seen, row: RankRow, verdicts: Sequence[Verdict]) -> ShownRank:
    verdict = next((each for each in verdicts if each.rank == seen.rank), None)
    if seen.ended is not None:
        state = "ended"
    elif seen.closed is not None or (verdict is not None and verdict.kind in DEATHS):
        state = "dead"
    elif verdict is not None:
        state = "late"
    else:
        state = "paused" if seen.paused else "waiting" if seen.call is not None else "running"
    return ShownRank(state, row.step, row.rate, row.waiting, row.where)


def _shown_spreads(ranks: Sequence[Seen]) -> list[ShownSpread]:
    return [
        ShownSpread(
            each.number.name, each.number.measure, each.lowest, each.lowest_rank, each.mean, each.highest,
            each.highest_rank, named_ranks(each.unknown) if each.unknown else "",
        )
        for each in spreads(ranks)
    ]  # fmt: skip
