"""Data sets, samplers and loaders of batches (paddle.io)."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.io.batch import BatchSampler, DistributedBatchSampler
from opscope.paddle.io.collate import default_collate_fn, default_convert_fn
from opscope.paddle.io.dataset import (
    ChainDataset,
    ComposeDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    Subset,
    TensorDataset,
    random_split,
)
from opscope.paddle.io.loader import DataLoader
from opscope.paddle.io.sampler import (
    RandomSampler,
    Sampler,
    SequenceSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)
from opscope.paddle.io.worker import WorkerInfo, get_worker_info

alias_in_submodules(
    __name__,
    {
        "dataloader.batch_sampler": "BatchSampler DistributedBatchSampler",
        "dataloader.collate": "default_collate_fn default_convert_fn",
        "dataloader.dataset": (
            "Dataset IterableDataset TensorDataset ComposeDataset ChainDataset Subset random_split ConcatDataset"
        ),
        "dataloader.sampler": "Sampler SequenceSampler RandomSampler WeightedRandomSampler SubsetRandomSampler",
        "dataloader.worker": "get_worker_info WorkerInfo",
        "reader": "DataLoader",
    },
)

__all__ = [
    "BatchSampler",
    "ChainDataset",
    "ComposeDataset",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "DistributedBatchSampler",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequenceSampler",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "WorkerInfo",
    "default_collate_fn",
    "default_convert_fn",
    "get_worker_info",
    "random_split",
]
