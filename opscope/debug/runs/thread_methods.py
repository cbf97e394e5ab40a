"""Methods of a run that list the threads of the program, and choose one of these threads."""

from __future__ import annotations

from opscope.core.tracebacks import hides_frames_of_methods
from opscope.debug.frames.frame_commands import FrameCommands
from opscope.debug.state.program_threads import ProgramThreads, ThreadInfo
from opscope.errors import RunError


@hides_frames_of_methods
class ThreadMethods(FrameCommands):
    """Methods that list the threads of the program, and choose one of them."""

    @property
    def _threads(self) -> ProgramThreads:
        raise NotImplementedError

    @property
    def threads(self) -> list[ThreadInfo]:
        """The threads of the program that have not ended: the body's thread, and the threads that it has started.

        The threads of a program take turns. Only one thread at a time executes operators or is stopped. The other
        threads wait at their next operator.

        >>> from opscope import debug
        >>> run = debug.start(lambda: breakpoint(), title="train")
        >>> here = run.until_stopped()
        >>> [(thread.number, thread.name, thread.state) for thread in run.threads]
        [(1, 'train', 'stopped')]
        >>> run.cont()
        """
        return self._threads.listed()

    def select_thread(self, number: int) -> ThreadInfo:
        """Choose a thread. Until the run continues, stack, locals, expressions and steps refer to the chosen thread.

        Args:
            number: number of the thread, as listed by `threads`.

        Returns:
            The thread.

        Raises:
            NotFound: there is no thread with this number.
            RunError: the run is not paused, or is over.

        Example:
            >>> stopped = debug.start(lambda: breakpoint(), title="train")
            >>> here = stopped.until_stopped()
            >>> stopped.select_thread(1).name
            'train'
            >>> stopped.cont()
        """
        threads, self._chosen = self._threads, None
        self._call(lambda: threads.choose(number))
        found = next((thread for thread in self.threads if thread.number == number), None)
        if found is None:
            raise RunError(
                "no thread is running, because the program has ended",
                fix="use stepBack or goto to look at earlier positions",
            )
        return found
