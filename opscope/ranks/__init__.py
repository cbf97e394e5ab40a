"""Ranks: the processes of a data-parallel job on MPI, and the one place through which each collective goes."""

from opscope.ranks.channel import Channel
from opscope.ranks.collective import Collective
from opscope.ranks.job import Job, job
from opscope.ranks.watched_numbers import watch

__all__ = ["Channel", "Collective", "Job", "job", "watch"]
