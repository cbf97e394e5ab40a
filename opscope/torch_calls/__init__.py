"""Report of PyTorch calls as eager calls of a run. Only this package uses torch. Its import does not import torch."""

from opscope.eager.call_sources import add_call_source
from opscope.eager.foreign.foreign_functions import add_function_source
from opscope.eager.foreign.recorded_operators import add_operator_finder
from opscope.eager.timed_calls import add_timed_source
from opscope.ops.library_words import LibraryWords, add_library_words
from opscope.torch_calls.operator_lookup import find_operator
from opscope.torch_calls.seen_calls import save_torch_state, torch_calls_seen, torch_calls_timed, torch_functions_seen

add_call_source(torch_calls_seen)
add_timed_source(torch_calls_timed)
add_function_source(torch_functions_seen, "torch", save_torch_state)
add_operator_finder("torch", find_operator)
add_library_words(
    "torch",
    LibraryWords(
        frozen="requires_grad_(False)",
        clear_gradients="optimizer.zero_grad()",
        last_axis="dim=-1",
        training_mode="call model.train() before training",
        static_program="",
    ),
)
