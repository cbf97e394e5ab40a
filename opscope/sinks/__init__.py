"""Sinks for the numbers of a run besides the panel: TensorBoard, files, `logging`, or a function of yours.

    from opscope import debug, sinks

    debug(train, taps=["*@GRAD"], sinks=[sinks.tensorboard("runs/a", histograms=["*@GRAD"])]).wait()

A sink gets every event, in the thread that the event happens in. Experiment trackers take numbers by step:

    sinks.numbers(lambda step, values: mlflow.log_metrics(values, step=step))
    sinks.numbers(lambda step, values: wandb.log(values, step=step))

A sink of one's own is a function of a list of `opscope.events`; as `run.subscribe(print)` it gets them some times a
second, the newest of each value.
"""

from opscope.sinks.event_sink import EventSink as EventSink
from opscope.sinks.json_lines import json_lines as json_lines
from opscope.sinks.logger import logger as logger
from opscope.sinks.numbers import numbers as numbers
from opscope.sinks.tensorboard import tensorboard as tensorboard
