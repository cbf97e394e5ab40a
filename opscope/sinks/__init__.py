"""Sinks for the numbers of a run besides the panel: TensorBoard, files, `logging`, or your own function.

    from opscope import debug, sinks

    debug(train, taps=["*@GRAD"], sinks=[sinks.tensorboard("runs/a", histograms=["*@GRAD"])]).wait()

A sink gets every event, in the thread in which the event happens. Experiment trackers take numbers by step:

    sinks.numbers(lambda step, values: mlflow.log_metrics(values, step=step))
    sinks.numbers(lambda step, values: wandb.log(values, step=step))

Your own sink is a function that takes a list of `opscope.events`. With `run.subscribe(print)`, a function gets the
events several times a second, with only the newest event of each value.
"""

from opscope.sinks.event_sink import EventSink as EventSink
from opscope.sinks.json_lines import json_lines as json_lines
from opscope.sinks.logger import logger as logger
from opscope.sinks.numbers import numbers as numbers
from opscope.sinks.tensorboard import tensorboard as tensorboard
