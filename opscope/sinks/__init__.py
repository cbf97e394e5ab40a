"""Sinks, which receive the events of a run: TensorBoard, files, `logging`, or your own function.

    from opscope import debug, sinks

    debug(train, taps=["*@GRAD"], sinks=[sinks.tensorboard("runs/a", histograms=["*@GRAD"])]).wait()

A sink receives every event, in the thread in which the event happens. An experiment tracker receives the numbers of
each step:

    sinks.numbers(lambda step, values: mlflow.log_metrics(values, step=step))
    sinks.numbers(lambda step, values: wandb.log(values, step=step))

You can also write your own sink: a function whose argument is a list of events (`opscope.events`). A function that you
pass to `run.subscribe` receives the events several times a second, with only the newest event of each value.
"""

from opscope.sinks.event_sink import EventSink as EventSink
from opscope.sinks.json_lines import json_lines as json_lines
from opscope.sinks.logger import logger as logger
from opscope.sinks.numbers import numbers as numbers
from opscope.sinks.tensorboard import tensorboard as tensorboard
