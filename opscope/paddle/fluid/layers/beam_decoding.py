"""fluid.layers: beam search over steps with a LoD, and decoding with a cell."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, UsageError
from opscope.ir.program.lod import lod_of
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.layers.lod_arrays import element_levels
from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn import decode
from opscope.paddle.static.nn.checked import check_input

dynamic_decode = statically(decode.dynamic_decode)
Decoder = decode.Decoder


class BeamSearchDecoder(decode.BeamSearchDecoder):
    """paddle.nn.BeamSearchDecoder in both modes; the cell is a cell of fluid.layers."""

    initialize = statically(decode.BeamSearchDecoder.initialize)
    step = statically(decode.BeamSearchDecoder.step)
    finalize = statically(decode.BeamSearchDecoder.finalize)
    tile_beam_merge_with_batch = staticmethod(statically(decode.BeamSearchDecoder.tile_beam_merge_with_batch))


@statically
def beam_search(
    pre_ids: Any, pre_scores: Any, ids: Any, scores: Any, beam_size: int, end_id: int, level: int = 0,
    is_accumulated: bool = True, name: str | None = None, return_parent_idx: bool = False,
) -> Any:  # fmt: skip
    """A step of a beam search: the beam_size best words of each source sentence, (ids [N, 1], scores [N, 1]).

    Args:
        pre_ids: int64 [rows, 1], the words that the step before selected.
        pre_scores: floats [rows, 1], their scores.
        ids: int64 [rows, K], the words that could follow; None: the columns of scores are the words.
        scores: floats [rows, K] with a LoD, sums of logarithms, or probabilities if not is_accumulated.
        beam_size: how many candidates a source keeps.
        end_id: the word that ends a sentence.
        level: the level of the LoD of scores whose sequences are the source sentences.
        is_accumulated: scores already contain pre_scores.
        name: a name for what it makes.
        return_parent_idx: return also the row that each candidate goes on from, int32 [N].

    Returns:
        Ids and scores with a LoD of two levels: candidates of a source, rows of a candidate. If all candidates of
        a source have ended, the source has no rows left.

    Raises:
        ArgumentError: scores have no LoD, or not that level.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/beam_search.html
    """
    check_input(pre_ids, "pre_ids", "beam_search", ("int64",))
    check_input(pre_scores, "pre_scores", "beam_search", ("float32", "float64"))
    check_input(scores, "scores", "beam_search", ("float32", "float64"))
    if ids is not None:
        check_input(ids, "ids", "beam_search", ("int64",))
    levels = lod_of(scores)
    if not 0 <= level < len(levels):
        raise ArgumentError(
            f"beam_search: the LoD of scores ({scores.name}) has {len(levels)} levels, so it has no level "
            f"{level}", site=site(),
            fix="before the layers that compute scores from x, call x = lod_reset(x, y=pre_scores)",
        )  # fmt: skip
    with names.naming(name or names("beam_search")):
        chosen, chosen_scores, parents, *offsets = REGISTRY["beam_search"](
            pre_ids, pre_scores, ids, scores, *levels, beam_size=beam_size, end_id=end_id, level=level,
            is_accumulated=is_accumulated,
        )  # fmt: skip
        made = tuple(REGISTRY["lod_reset"](x, *offsets) for x in (chosen, chosen_scores))
    return (*made, parents) if return_parent_idx else made


@statically
def beam_search_decode(
    ids: Any, scores: Any, beam_size: int, end_id: int, name: str | None = None
) -> tuple[Variable, Variable]:
    """Return the sentences of a beam search.

    (ids, scores) with a LoD of two levels, sentences of a source and their words.

    Args:
        ids: the array of what the steps selected, by array_write of the ids of `beam_search`.
        scores: the array of their scores.
        beam_size: as in beam_search.
        end_id: as in beam_search.
        name: a name for what it makes.

    Returns:
        Words and scores of all sentences, those of the best sentence of the first source first.

    Raises:
        UsageError: ids or scores are not arrays.
        ArgumentError: the elements of ids have no LoD of two levels.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/beam_search_decode.html
    """
    for array, what in ((ids, "ids"), (scores, "scores")):
        if not (isinstance(array, Variable) and array.is_tensor_array):
            raise UsageError(
                f"Input({what}) of beam_search_decode must be an array of tensors", site=site(),
                fix="make the array with create_array and array_write",
            )  # fmt: skip
    levels = element_levels(ids)
    if len(levels) != 2:
        raise ArgumentError(
            f"beam_search_decode: the LoD of each element of {ids.name} must have 2 levels, but it has "
            f"{len(levels)}", site=site(),
            fix="write the ids that beam_search returns; feed the first ids with a LoD of two levels",
        )  # fmt: skip
    with names.naming(name or names("beam_search_decode")):
        words, values, *offsets = REGISTRY["beam_search_decode"](
            ids, scores, *levels, beam_size=beam_size, end_id=end_id
        )
        return REGISTRY["lod_reset"](words, *offsets), REGISTRY["lod_reset"](values, *offsets)


__all__ = ["BeamSearchDecoder", "Decoder", "beam_search", "beam_search_decode", "dynamic_decode"]
