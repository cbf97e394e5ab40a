"""Decoding step by step: dynamic_decode, and the beam search for which it is mostly used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.described import Described
from opscope.core.nested_structure import flatten, map_structure, pack_sequence_as
from opscope.core.state import mode
from opscope.ir.control_flow.tensor_array import array_write, empty_array
from opscope.ir.control_flow.while_loop import loop_values
from opscope.ops import creation
from opscope.ops.elementwise.comparison import equal, logical_and, logical_not, logical_or, where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.gather import take_along_axis
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import expand, reshape, transpose, unsqueeze
from opscope.ops.nn.activation import log_softmax
from opscope.ops.public_functions import public
from opscope.ops.reduction import max as max_over
from opscope.ops.sequence.decoding import gather_tree
from opscope.paddle.functions.arithmetic import cast
from opscope.paddle.functions.fill import assign
from opscope.paddle.functions.quantiles import topk
from opscope.paddle.functions.rearrange import moveaxis

_NEVER = -1e9  # the logarithm of no probability, as in Paddle


class Decoder(Described):
    """Base class of decoders, which dynamic_decode runs. A subclass defines the start of decoding and its step.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/nn/dynamic_decode_en.html
    """

    def initialize(self, inits: Any) -> tuple[Any, Any, Any]:
        """Return (inputs of the first step, states, finished), from the arguments of dynamic_decode."""
        raise NotImplementedError

    def step(self, time: Any, inputs: Any, states: Any, **kwargs: Any) -> tuple[Any, Any, Any, Any]:
        """Return (outputs, states, inputs of the next step, finished)."""
        raise NotImplementedError

    def finalize(self, outputs: Any, final_states: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """Return (outputs, states) at the end, from the stacked outputs of all steps.

        By default, they are unchanged.
        """
        raise NotImplementedError

    @property
    def tracks_own_finished(self) -> bool:
        """True if `step` reports the finished state of all sequences, not only of the unfinished ones."""
        return False


class OutputWrapper(NamedTuple):
    """Output of each beam: its score, the last token, and the beam of the previous step that it continues."""

    scores: Any
    predicted_ids: Any
    parent_ids: Any


class StateWrapper(NamedTuple):
    """State of each beam: the states of the cell, the logarithm of its probability, if it has ended, and its length."""

    cell_states: Any
    log_probs: Any
    finished: Any
    lengths: Any


class BeamSearchDecoder(Decoder):
    """The beam_size most probable sequences of tokens. Each step keeps the best of all continuations.

    cell(inputs, states) returns (outputs, states). output_fn computes logits from the outputs, and embedding_fn
    computes inputs from tokens. States have the dims [batch, beams, ...] here, and [batch * beams, ...] in the cell.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/nn/BeamSearchDecoder_en.html
    """

    OutputWrapper = OutputWrapper
    StateWrapper = StateWrapper

    def __init__(
        self,
        cell: Any,
        start_token: int,
        end_token: int,
        beam_size: int,
        embedding_fn: Callable[..., Any] | None = None,
        output_fn: Callable[..., Any] | None = None,
    ) -> None:
        self.cell, self.start_token, self.end_token, self.beam_size = cell, start_token, end_token, beam_size
        self.embedding_fn, self.output_fn = embedding_fn, output_fn

    @staticmethod
    def tile_beam_merge_with_batch(x: Any, beam_size: int) -> Any:
        """Repeat each sample of x [batch, ...] beam_size times.

        The result is [batch * beam_size, ...], in which the copies of a sample are adjacent.
        """
        return _merged(_on_beams(x, beam_size))

    def _split(self, x: Any) -> Any:
        return reshape(x, shape=[-1, self.beam_size, *x.shape[1:]])

    def initialize(self, initial_cell_states: Any) -> tuple[Any, StateWrapper, Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Set the start token for every beam. Only the first beam has a probability above 0."""
        states = map_structure(lambda x: _on_beams(x, self.beam_size), initial_cell_states)
        rest = flatten(states)[0]
        column = max_over(rest, axis=[*range(2, len(rest.shape))]) if len(rest.shape) > 2 else rest
        lengths = cast(zeros_like(column), "int64")
        first = np.array([[0.0] + [_NEVER] * (self.beam_size - 1)]).astype(mode.dtype.dtype)
        finished = cast(lengths, "bool")
        kept = StateWrapper(states, cast(lengths, mode.dtype.name) + assign(first), finished, lengths)
        return self._embedded(lengths + self.start_token), kept, finished

    def _embedded(self, tokens: Any) -> Any:
        return tokens if self.embedding_fn is None else self.embedding_fn(tokens)

    def step(
        self, time: Any, inputs: Any, states: StateWrapper, **kwargs: Any
    ) -> tuple[OutputWrapper, StateWrapper, Any, Any]:
        """Call the cell on all beams, and keep the best beam_size of their continuations."""
        outputs, cell_states = self.cell(
            map_structure(_merged, inputs), map_structure(_merged, states.cell_states), **kwargs
        )
        outputs, cell_states = map_structure(self._split, outputs), map_structure(self._split, cell_states)
        logits = outputs if self.output_fn is None else self.output_fn(outputs)
        chosen, kept = self._chosen(logits, cell_states, states)
        return chosen, kept, self._embedded(chosen.predicted_ids.detach()), kept.finished

    def _chosen(self, logits: Any, cell_states: Any, states: StateWrapper) -> tuple[OutputWrapper, StateWrapper]:
        words = int(logits.shape[-1])
        ended = assign(np.where(np.arange(words) == self.end_token, 0.0, _NEVER).astype(logits.dtype.dtype))
        # what has ended can only end again
        log_probs = where(unsqueeze(states.finished, axis=[2]), ended + logits * 0.0, log_softmax(logits))
        total = reshape(log_probs + unsqueeze(states.log_probs, axis=[2]), shape=[-1, self.beam_size * words])
        scores, places = topk(total, self.beam_size)
        beams, tokens = places // words, places % words

        def of_beams(x: Any) -> Any:
            at = reshape(beams, shape=[*beams.shape, *(1 for _ in x.shape[2:])])
            return take_along_axis(x, expand(at, shape=list(x.shape)), axis=1)

        was = cast(of_beams(cast(states.finished, "int64")), "bool")
        lengths = of_beams(states.lengths) + cast(logical_not(was), "int64")
        finished = logical_or(was, equal(tokens, self.end_token))
        kept = StateWrapper(map_structure(of_beams, cell_states), scores, finished, lengths)
        return OutputWrapper(scores, tokens, beams), kept

    def finalize(self, outputs: OutputWrapper, final_states: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """Return the tokens of each beam, [steps, batch, beams], which are followed back from the end of the beam."""
        return gather_tree(outputs.predicted_ids, outputs.parent_ids), final_states

    @property
    def tracks_own_finished(self) -> bool:
        """Return True, because beams change their positions, and the finished flags with them."""
        return True


def _on_beams(x: Any, beam_size: int) -> Any:
    return expand(unsqueeze(x, axis=[1]), shape=[-1, beam_size, *x.shape[1:]])


def _merged(x: Any) -> Any:
    return reshape(x, shape=[-1, *x.shape[2:]])


@public
def dynamic_decode(
    decoder: Decoder,
    inits: Any = None,
    max_step_num: int | None = None,
    output_time_major: bool = False,
    impute_finished: bool = False,
    is_test: bool = False,
    return_length: bool = False,
    **kwargs: Any,
) -> Any:
    """Run the steps of a decoder until all sequences have finished, or at most max_step_num + 1 steps.

    Return (outputs, states). Outputs of all steps are stacked: [batch, steps, ...], or [steps, batch, ...] with
    output_time_major. With return_length, also return the lengths of the sequences, int64. With impute_finished, the
    states of finished sequences do not change. kwargs are passed to every step. In a program, the steps are a loop.
    """
    inputs, states, finished = decoder.initialize(inits)
    begin = _At(inputs, states, finished, cast(zeros_like(finished), "int64"))
    steps = _Steps(decoder, max_step_num, impute_finished, kwargs)
    results, (_, states, _, lengths) = (steps.looped if mode.static else steps.called)(begin)
    if type(decoder).finalize is not Decoder.finalize:
        results, states = decoder.finalize(results, states, lengths)
    if not output_time_major:
        results = map_structure(lambda x: transpose(x, perm=[1, 0, *range(2, len(x.shape))]), results)
    return (results, states, lengths) if return_length else (results, states)


class _At(NamedTuple):
    """Position of the decoding: inputs of the next step, the decoder's states, finished beams, all lengths."""

    inputs: Any
    states: Any
    finished: Any
    lengths: Any


class _Steps(NamedTuple):
    """The loop of dynamic_decode. Its result is (outputs of all steps, stacked; the final states)."""

    decoder: Decoder
    most: int | None
    impute: bool
    options: dict[str, Any]

    def one(self, number: Any, at: _At) -> tuple[Any, _At]:
        """Run a step. Return (outputs, the position after the step)."""
        outputs, states, inputs, finished = self.decoder.step(number, at.inputs, at.states, **self.options)
        if self.decoder.tracks_own_finished:
            return outputs, _At(inputs, states, finished, getattr(states, "lengths", at.lengths))
        finished = logical_or(finished, at.finished)
        if self.impute:
            states = map_structure(lambda old, new: _kept(finished, old, new), at.states, states)
        return outputs, _At(inputs, states, finished, at.lengths + cast(logical_not(finished), "int64"))

    def called(self, at: _At) -> tuple[Any, _At]:
        """Run the loop in dygraph."""
        collected: list[Any] = []
        while not bool(at.finished.all()) and (self.most is None or len(collected) <= self.most):
            number = creation.full(shape=(1,), fill_value=len(collected), dtype="int64")
            outputs, at = self.one(number, at)
            collected.append(outputs)
        return map_structure(lambda *parts: concat_split.stack(list(parts), axis=0), *collected), at

    def looped(self, begin: _At) -> tuple[Any, _At]:
        """Run the loop in a program.

        Outputs are written to arrays, which are made after the first trace has shown their shapes.
        """
        parent = flatten(begin)[0].program.current_block()
        arrays: list[Any] = []

        def more(number: Any, *leaves: Any) -> Any:
            going = logical_not(pack_sequence_as(begin, list(leaves)).finished.all())
            return going if self.most is None else logical_and(going, number <= self.most)

        def step(number: Any, *leaves: Any) -> list[Any]:
            outputs, at = self.one(number, pack_sequence_as(begin, list(leaves)))
            arrays.append(map_structure(lambda o: array_write(o, number, empty_array(parent, o.dtype)), outputs))
            return [number + 1, *flatten(at)]

        number = creation.full(shape=(1,), fill_value=0, dtype="int64")
        _, *ends = loop_values(more, step, [number, *flatten(begin)])
        return map_structure(lambda a: moveaxis(a, 0, 0), arrays[0]), pack_sequence_as(begin, ends)


def _kept(finished: Any, old: Any, new: Any) -> Any:
    """Return the old state for the sequences that have finished."""
    return where(reshape(finished, shape=[-1, *(1 for _ in old.shape[1:])]), old, new)


__all__ = ["BeamSearchDecoder", "Decoder", "dynamic_decode"]
