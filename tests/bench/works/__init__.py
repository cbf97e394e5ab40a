"""All works by name; one file a family."""

from tests.bench.work import Work
from tests.bench.works import convnets, eager_training, forward, mlp, overhead, sparse_rows, transformer

FAMILIES = (mlp, eager_training, convnets, transformer, sparse_rows, forward, overhead)
WORKS: dict[str, Work] = {work.name: work for family in FAMILIES for work in family.WORKS}
