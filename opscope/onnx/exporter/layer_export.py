"""Export rules of convolutions, pooling, normalization, dropout, embeddings and resizing."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.onnx.exporter.exported_operator import ExportedOperator, rule
from opscope.ops.nn import windows_2d, windows_nd


def _windows(use: ExportedOperator, size: Any, **given: Any) -> dict[str, Any]:
    """Return kernel_shape, strides, pads and dilations."""
    a = {**use.attrs, **given}
    spatial = use.shape()[2:]
    stride = a.get("stride")
    axes = windows_2d.axes if len(spatial) == 2 else windows_nd.axes
    found = axes(spatial, size, size if stride is None else stride, a.get("padding", 0), a.get("dilation", 1))
    if isinstance(a.get("padding"), str) and a["padding"].upper() == "SAME" and None in spatial:
        pads: dict[str, Any] = {"auto_pad": "SAME_UPPER"}
    else:
        pads = {"pads": [*(w.before for w in found), *(w.after for w in found)]}
    if a.get("ceil_mode") and any(w.before or w.after for w in found):
        dims = use.known_dims(0, range(2, 2 + len(spatial)))
        rooms = [(d + w.before + w.after - w.extent, w, d) for w, d in zip(found, dims, strict=True)]
        if any(-(-room // w.stride) + 1 != w.count(d, ceil=True) for room, w, d in rooms):
            raise use.refuse("ceil_mode with a last window that lies in the padding alone")
    dilations = [w.dilation for w in found]
    return {
        "kernel_shape": [w.size for w in found], "strides": [w.stride for w in found], **pads,
        **({"dilations": dilations} if any(d != 1 for d in dilations) else {}),
    }  # fmt: skip


@rule("conv2d", "conv3d")
def _convolution(use: ExportedOperator) -> None:
    if use.attrs.get("data_format", "NCHW") != "NCHW":
        raise use.refuse(f"data_format={use.attrs['data_format']}")
    kernel = use.known_dims(1, range(2, len(use.shape(1))))
    attrs = _windows(use, tuple(kernel))
    use.result("Conv", *(use.input_as(i, use.dtype) for i in (0, 1)), group=int(use.attrs["groups"]), **attrs)


@rule("conv2d_transpose", "conv3d_transpose")
def _transposed_convolution(use: ExportedOperator) -> None:
    kernel = use.known_dims(1, range(2, len(use.shape(1))))
    if isinstance(use.attrs["padding"], str) and use.attrs["padding"].upper() == "SAME":
        raise use.refuse("padding='SAME'")
    attrs = _windows(use, tuple(kernel))
    extra = windows_nd.many(use.attrs["output_padding"], len(kernel), "output_padding")
    group = int(use.attrs["groups"])
    both = [use.input_as(i, use.dtype) for i in (0, 1)]
    use.result("ConvTranspose", *both, group=group, output_padding=[int(e) for e in extra], **attrs)


@rule("max_pool2d", "avg_pool2d", "avg_pool3d", "max_pool_with_index")
def _pooling(use: ExportedOperator) -> None:
    a = use.attrs
    if a.get("data_format", "NCHW") != "NCHW" or a.get("divisor_override"):
        raise use.refuse("data_format or divisor_override")
    attrs = {**_windows(use, a["kernel_size"]), "ceil_mode": int(bool(a["ceil_mode"]))}
    if use.name.startswith("avg"):
        if a["ceil_mode"] and not a["exclusive"]:
            raise use.refuse("ceil_mode with exclusive=False")
        attrs["count_include_pad"] = int(not a["exclusive"])
    use.result("AveragePool" if use.name.startswith("avg") else "MaxPool", use.inputs[0], **attrs)


@rule("adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool")
def _adaptive_pooling(use: ExportedOperator) -> None:
    kind = "MaxPool" if use.name == "adaptive_max_pool" else "AveragePool"
    spatial = use.shape()[2:]
    wanted = use.attrs["output_size"]
    sizes = list(wanted) if isinstance(wanted, list | tuple) else [wanted] * len(spatial)
    if all(s == 1 for s in sizes):
        use.result(f"Global{kind}", use.inputs[0])
        return
    dims = use.known_dims(0, range(2, 2 + len(spatial)))
    counts = [d if s is None else int(s) for d, s in zip(dims, sizes, strict=True)]
    if any(d % c for d, c in zip(dims, counts, strict=True)):
        raise use.refuse(f"pooling cells of different sizes ({dims} to {counts})")
    kernel = [d // c for d, c in zip(dims, counts, strict=True)]
    use.result(kind, use.inputs[0], kernel_shape=kernel, strides=kernel)


@rule("batch_norm")
def _batch_norm(use: ExportedOperator) -> None:
    if not use.attrs["is_test"]:
        raise use.refuse("training")
    mean, variance = use.inputs[1:3]
    ones = [use.inputs[i] if use.has(i) else use.constant(np.full(use.known_dims(1, [0]), v), use.spec(1).dtype)
            for i, v in ((3, 1), (4, 0))]  # fmt: skip
    use.result("BatchNormalization", use.inputs[0], *ones, mean, variance, epsilon=float(use.attrs["epsilon"]))


@rule("layer_norm")
def _layer_norm(use: ExportedOperator) -> None:
    dims = [int(d) for d in use.attrs["normalized_shape"]]
    given = []
    for position in (1, 2):
        if use.has(position):
            given.append(use.node("Reshape", use.inputs[position], use.ints(dims)))
        elif position == 1:
            given.append(use.constant(np.ones(dims), use.dtype))
    use.result("LayerNormalization", use.inputs[0], *given, axis=-len(dims), epsilon=float(use.attrs["epsilon"]))


@rule("group_norm")
def _group_norm(use: ExportedOperator) -> None:
    """Write an InstanceNormalization with each group as one channel, then the weights of the channels."""
    x, groups, rank = use.inputs[0], int(use.attrs["groups"]), len(use.shape())
    epsilon = float(use.attrs["epsilon"])
    flat = use.node("Reshape", x, use.ints([0, groups, -1]))
    neutral = [use.constant(np.full(groups, v), use.dtype) for v in (1, 0)]
    normal = use.node("InstanceNormalization", flat, *neutral, epsilon=epsilon)
    normal = use.node("Reshape", normal, use.node("Shape", x))
    for position, type_ in ((1, "Mul"), (2, "Add")):
        if use.has(position):
            channels = use.node("Reshape", use.input_as(position, use.dtype), use.ints([-1, *[1] * (rank - 2)]))
            normal = use.node(type_, normal, channels)
    use.result("Identity", normal)


@rule("dropout")
def _dropout(use: ExportedOperator) -> None:
    if use.attrs["training"]:
        raise use.refuse("training")
    if use.attrs["mode"] == "upscale_in_train":
        use.result("Identity", use.inputs[0])
    else:
        use.result("Mul", use.inputs[0], use.number(1 - use.attrs["p"]))


@rule("embedding")
def _embedding(use: ExportedOperator) -> None:
    rows = use.node("Gather", use.inputs[1], use.inputs[0], axis=0)
    padding = use.attrs["padding_idx"]
    if padding is None:
        use.result("Identity", rows)
        return
    if padding < 0:
        padding += use.known_dims(1, [0])[0]
    absent = use.node("Equal", use.inputs[0], use.constant(int(padding), use.spec().dtype))
    absent = use.node("Unsqueeze", absent, use.ints([-1]))
    use.result("Where", absent, use.constant(0, use.dtype), rows)


@rule("one_hot")
def _one_hot(use: ExportedOperator) -> None:
    depth = use.constant(int(use.attrs["num_classes"]), "int64")
    use.result("OneHot", use.input_as(0, "int64"), depth, use.constant([0, 1], use.dtype), axis=-1)


@rule("interpolate")
def _interpolate(use: ExportedOperator) -> None:
    a, rank = use.attrs, len(use.shape())
    mode = a["mode"]
    centered = mode == "cubic" or (mode == "linear" and a["align_mode"] == 0)
    attrs: dict[str, Any] = {
        "mode": mode, "axes": list(range(2, rank)),
        "coordinate_transformation_mode": "align_corners" if a["align_corners"] else
        "half_pixel" if centered else "asymmetric",
    }  # fmt: skip
    if mode == "nearest":
        attrs["nearest_mode"] = "round_prefer_ceil" if a["align_corners"] else "floor"
    if mode == "cubic":
        attrs["cubic_coeff_a"] = -0.75
    if a["size"] is not None:
        use.result("Resize", use.inputs[0], "", "", use.ints([int(s) for s in a["size"]]), **attrs)
    else:
        scales = use.constant([float(s) for s in a["scale"]], "float32")
        use.result("Resize", use.inputs[0], "", scales, **attrs)
