"""All works by name; one file a family."""

from tests.bench.work import Work
from tests.bench.works import convnets, forward, mlp, overhead, transformer

WORKS: dict[str, Work] = {
    work.name: work for family in (mlp, convnets, transformer, forward, overhead) for work in family.WORKS
}
