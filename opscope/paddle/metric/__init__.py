"""Metrics of predictions, accumulated over batches (paddle.metric)."""

from opscope.paddle.metric.metrics import Accuracy, Auc, Metric, Precision, Recall, accuracy

__all__ = ["Accuracy", "Auc", "Metric", "Precision", "Recall", "accuracy"]
