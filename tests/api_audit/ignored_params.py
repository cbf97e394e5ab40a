"""Ignored: parameters that are taken and never read, as nothing they could say changes a result here, and why.

Which these are is read off the code (`refusals.unread_parameters`); a test fails where one of them stands without a
reason, and where a reason stands without one.
"""

from __future__ import annotations

_SPEED = "chooses among ways to the same result"
_SPARSE = "the gradient of this loss is dense here"
_CPU = "values are where their readers need them"
_EXECUTOR = "values are those of the global scope, whoever runs"
_FREED = "memory is free as soon as nothing has the array"
_HOOK = "for the subclass that has a use for it"
_OPERATORS = "feeds and fetches are not operators of the program"
_DONE = "Paddle has done nothing here since 1.6"
_STREAM = "all devices draw from one stream"
_ALONE = "there is one process"
_ARRIVED = "collectives are complete when they return"

# Of every function that has a parameter of this name and does not read it.
BY_NAME = {
    "use_cudnn": _SPEED,
    "use_multi_tensor": _SPEED,
    "numeric_stable_mode": "the stable way is the only one",
    "blocking": "copies are finished when the call returns",
    "force_cpu": _CPU,
    "is_sparse": _SPARSE,
    "lazy_mode": "AdamW takes the dense gradient: Paddle 2.6.2 has no step of it by rows",
    "build_strategy": _SPEED,
    "exec_strategy": _SPEED,
    "executor": _EXECUTOR,
    "sync": "there is one description of a program, always in step",
    "group": "there is one process, in every group",
    "cycle": "a program contains no other one",
    "sync_op": "the call is done when it returns",
    **dict.fromkeys(
        ("quant_round_type", "quant_max_bound", "quant_min_bound"), "read with quant_scale, which is refused"
    ),
}

# Of one function, by module and name within opscope.
BY_FUNCTION: dict[str, dict[str, str]] = {
    "amp.auto_cast.is_bfloat16_supported": {"device": "no device here has the dtype"},
    "amp.auto_cast.is_float16_supported": {"device": "every device here has the dtype"},
    "base.data_feeder.convert_float_to_uint16": {"data_format": "bits of elements know no order of dims"},
    "base.core.is_bfloat16_supported": {"place": "no device here has the dtype"},
    "base.core.is_float16_supported": {"place": "every device here has the dtype"},
    "base.core._set_eager_deletion_mode": dict.fromkeys(("threshold", "fraction", "use_fast"), _FREED),
    "ir.compat.block_methods.PaddleBlockMethods.append_op": {"stop_gradient": "Paddle reads it in dygraph only"},
    "nn.functional.flash_attention.flash_attention": {"rng_name": _STREAM},
    "nn.layer_helper.LayerHelper.create_parameter": {"type": "parameters are dense tensors"},
    "base.executor.check_feed_shape_type": {"num_places": "one device gets the whole feed"},
    "base.dygraph.base.param_guard": {"parameters": "a traced function reads them by itself"},
    "base.dygraph.base.program_desc_tracing_guard": {"enable": "there is no such tracer to switch"},
    "base.dygraph.base.to_variable": {"zero_copy": "memory is never shared with the array"},
    "base.initializer.UniformInitializer.__init__": {
        "diag_step": "read with diag_num only, which is refused",
        "diag_val": "read with diag_num only, which is refused",
    },
    "base.core.is_compiled_with_custom_device": {"device_type": "there are none of any type"},
    "distributed.communication.wait": {"tensor": _ARRIVED, "group": _ARRIVED, "use_calc_stream": _ARRIVED},
    "distributed.fleet.workers.init": {
        "is_collective": "there are no servers, so every job is collective",
        "log_level": "there is nothing to log",
    },
    "distributed.groups.new_group": {"backend": "there is one: MPI"},
    "distributed.starting.spawn": {
        "daemon": _ALONE,
    },
    "eager.tensor.Tensor.backward": {"backward_strategy": "sums are always in the order of the tape"},
    "eager.tensor_kinds.TensorKind._is_not": {"_": "the answer is the same for all"},
    "eager.memory_methods.MemoryMethods.resize_": {"fill_zero": "what is new is 0 in either case"},
    "fluid.dygraph.gradients.grad": {"backward_strategy": "sums are always in the order of the program"},
    "fluid.executor.ParallelExecutor.__init__": {
        "loss_name": "there is one device, so nothing to scale",
        "share_vars_from": _EXECUTOR,
    },
    "fluid.generated.PyReader.__init__": {"use_double_buffer": _SPEED},
    "fluid.layers.dynamic.DynamicRNN.memory": {"need_reorder": "sequences are never put into another order"},
    "fluid.layers.readers.double_buffer": {"place": "batches are made when they are asked for"},
    "fluid.layers.sampled.sampled_softmax_with_cross_entropy": {
        "customized_samples": "read with use_customized_samples only, which is refused",
        "customized_probabilities": "read with use_customized_samples only, which is refused",
    },
    "fluid.layers.shaping.gather": {"overwrite": "gradients of a repeated index are summed, as in Paddle 2.6"},
    "fluid.layers.shaping.reshape": {"inplace": "results are always new"},
    "fluid.layers.tensor.sampling_id": {"dtype": "that of numbers drawn on the way; the result is int64"},
    "fluid.op.OperatorFactory.get_op_extra_attr_names": {"type": "no operator has any"},
    "fluid.optimizer._OfPrograms.apply_optimize": {"loss": "the gradients are there already"},
    "fluid.memory_optimize": dict.fromkeys(
        ("input_program", "skip_opt_set", "print_log", "level", "skip_grads"), _DONE
    ),
    "fluid.reader.xmap_readers": {"order": "samples always come in order"},
    "fluid.release_memory": dict.fromkeys(("input_program", "skip_opt_set"), _DONE),
    "framework.random.get_rng_state": {"device": _STREAM},
    "framework.random.set_rng_state": {"device": _STREAM},
    "io.loader.DataLoader.__init__": {
        "use_buffer_reader": _SPEED,
        "use_shared_memory": _SPEED,
        "persistent_workers": _SPEED,
    },
    "ir.control_flow.block_guards.While.__init__": {"is_test": "what a gradient needs is kept only where there is one"},
    "ir.compat.desc.OpDesc.infer_shape": {"block": "an operator knows its block"},
    "ir.compat.program_methods.PaddleProgramMethods._inference_optimize": {
        "prune_read_op": "there are no reading operators"
    },
    "ir.compat.program_methods.PaddleProgramMethods._remove_training_info": {
        "clip_extra": "operators have no extra attributes"
    },
    "ir.compat.variable_methods.PaddleVariableMethods.cuda": {
        "device_id": "a Variable has no place; the run has",
    },
    "ir.control_flow.while_loop.while_loop": {"is_test": "what a gradient needs is kept only where there is one"},
    "jit.api.to_static": {"full_graph": "there is one way to trace"},
    "metric.metrics.Metric.compute": {"kwargs": _HOOK},
    "nn.clip.ClipGradByGlobalNorm.__init__": {
        "group_name": "one call clips one group",
        "auto_skip_clip": "below the bound the factor is 1",
    },
    "nn.decode.dynamic_decode": {"is_test": "what backward needs of a loop is kept only where a gradient is asked for"},
    "nn.functional.norm.instance_norm": {
        "running_mean": "Paddle's kernel neither reads nor moves it",
        "running_var": "Paddle's kernel neither reads nor moves it",
        "momentum": "Paddle's kernel moves no statistics",
    },
    "nn.initializer.Initializer._op_for": {"dtype": _HOOK},
    "nn.layer.linear.Identity.__init__": {
        "args": "it takes any, as in Paddle",
        "kwargs": "it takes any, as in Paddle",
    },
    "ops.elementwise.binary.bitwise_left_shift": {"is_arithmetic": "zeros come in at the bottom either way"},
    "optimizer.optimizer.Optimizer.attrs": {"parameter": _HOOK},
    "optimizer.optimizer.Optimizer.state": {"options": _HOOK},
    "optimizer.optimizer.Optimizer.backward": {"startup_program": "a gradient has nothing to start"},
    "profiler.profiler.RecordEvent.__init__": {"event_type": "it is the name that is shown"},
    "runtime.executor.Executor.run": {
        "feed_var_name": _OPERATORS,
        "fetch_var_name": _OPERATORS,
        "use_program_cache": "a plan is kept as long as it fits, always",
    },
    "sparse.nn.functional.conv.subm_conv2d": {"key": _SPEED},
    "sparse.nn.functional.conv.subm_conv3d": {"key": _SPEED},
    "static.compiler.CompiledProgram.with_data_parallel": {"loss_name": "there is one device, so nothing to scale"},
    "static.nn.sequence_values.sequence_conv": {"padding": "Paddle reads padding_start only"},
    "static.nn.sequence_values.sequence_pool": {"is_test": "it says what is kept for backward"},
}


def reason(function: str, parameter: str) -> str:
    """Why a parameter of a function (`module.name` within opscope) need not be read; "" where nobody says."""
    return BY_FUNCTION.get(function, {}).get(parameter) or BY_NAME.get(parameter, "")
