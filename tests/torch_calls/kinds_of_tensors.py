"""Programs that make, use, differentiate and overwrite tensors of one kind, with every result in a local variable."""

# ruff: noqa: F841 (a debugger shows the locals)

import torch


def bfloat16():
    torch.manual_seed(0)
    w = torch.randn(3, 4, dtype=torch.bfloat16, requires_grad=True)
    x = torch.randn(2, 4).to(torch.bfloat16)
    y = x @ w.t()
    z = y.relu()
    s = z.sum()
    s.backward()
    g = w.grad
    z = z.detach()
    z.mul_(3)
    v = z[0]
    z.fill_(1.5)
    n = torch.log(-z)
    out = n + 1
    return s.item()


def float8():
    x = torch.randn(2, 4)
    a = x.to(torch.float8_e4m3fn)
    b = x.to(torch.float8_e5m2)
    c = a.to(torch.float32)
    d = c * 2
    a.copy_(d)
    e = a.to(torch.float32)
    return e.sum().item()


def complex32():
    x = torch.randn(2, 4, dtype=torch.float32)
    a = torch.complex(x, x + 1).to(torch.complex32)
    b = a.to(torch.complex64)
    a.copy_(b * 2)
    c = a.to(torch.complex64)
    r = torch.view_as_real(a)
    return c.abs().sum().item()


def conjugated():
    w = torch.randn(3, dtype=torch.complex64, requires_grad=True)
    u = torch.randn(3, dtype=torch.complex128)
    a = w * 2
    b = a.conj()
    c = b * a
    d = b.resolve_conj()
    s = c.abs().sum()
    s.backward()
    g = w.grad
    e = u.conj()
    f = e.imag
    h = f + 1
    u.mul_(2)
    k = e + 1
    e.mul_(1j)
    m = u + 1
    q = torch.view_as_real(u)
    q.fill_(3.0)
    r = u.real
    t = e.sum()
    return s.item(), k.sum().item(), m.sum().item(), t.item()


def negated():
    x = torch.randn(3, dtype=torch.complex64)
    a = x.conj().imag
    b = a + 1
    x.mul_(2)
    c = a * 2
    a.zero_()
    d = x + 1
    e = torch._neg_view(torch.ones(3))
    f = e * 2
    e.add_(5)
    g = e + 0
    return b.sum().item(), c.sum().item(), d.sum().item(), g.sum().item()


def sparse():
    i = torch.tensor([[0, 1, 1], [2, 0, 2]])
    v = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
    a = torch.sparse_coo_tensor(i, v, (2, 4))
    x = torch.randn(4, 2, requires_grad=True)
    y = torch.sparse.mm(a, x)
    s = y.sum()
    s.backward()
    g = x.grad
    gv = v.grad
    d = a.to_dense()
    c = a.detach().coalesce()
    c.mul_(2)
    e = c + c
    vals = c._values()
    vals.mul_(2)
    dd = c.to_dense()
    dd.fill_(1)
    return s.item(), dd.sum().item(), e.to_dense().sum().item()


def sparse_rows():
    d = torch.tensor([[0.0, 1.0, 0.0], [2.0, 0.0, 3.0]])
    a = d.to_sparse_csr()
    x = torch.randn(3, 2, requires_grad=True)
    y = a @ x
    s = y.sum()
    s.backward()
    g = x.grad
    b = a * 2
    c = b.to_dense()
    b.values().fill_(7)
    e = b.to_dense()
    return s.item(), e.sum().item()


def sparse_gradients():
    emb = torch.nn.Embedding(5, 3, sparse=True)
    opt = torch.optim.SparseAdam(list(emb.parameters()), 0.1)
    losses = []
    for _ in range(3):
        loss = emb(torch.tensor([1, 3, 1])).pow(2).sum()
        opt.zero_grad()
        loss.backward()
        g = emb.weight.grad
        opt.step()
        losses.append(loss.item())
    w = emb.weight.detach()
    return losses


def quantized():
    x = torch.randn(2, 3)
    q = torch.quantize_per_tensor(x, 0.1, 10, torch.quint8)
    d = q.dequantize()
    e = d * 2
    r = q.int_repr()
    q.copy_(e)
    f = q.dequantize()
    qc = torch.quantize_per_channel(x, torch.tensor([0.1, 0.2]), torch.tensor([0, 0]), 0, torch.qint8)
    h = qc.dequantize()
    return f.sum().item(), h.sum().item()


def meta():
    a = torch.ones(3, 4, device="meta")
    b = a @ a.t()
    b.fill_(3)
    c = b + 1
    w = torch.ones(4, 3, device="meta", requires_grad=True)
    s = (a @ w).sum()
    s.backward()
    g = w.grad
    x = torch.ones(2)
    y = x + 1
    return tuple(c.shape)


def nested():
    n = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)])
    m = n * 2
    p = m.to_padded_tensor(0)
    q = p + 1
    j = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)], layout=torch.jagged, requires_grad=True)
    k = torch.relu(j * 2)
    v = k.values()
    s = v.sum()
    s.backward()
    n.fill_(5)
    o = n.to_padded_tensor(0)
    return p.sum().item(), s.item(), o.sum().item()


def without_elements():
    a = torch.zeros(0, 3, requires_grad=True)
    b = a * 2
    c = b.sum()
    c.backward()
    g = a.grad
    d = torch.tensor(3.0, requires_grad=True)
    e = d * 2
    e.backward()
    dg = d.grad
    f = torch.zeros(())
    f.add_(4)
    h = f + 1
    k = torch.zeros(2, 0, 4).transpose(0, 2)
    ll = k.sum(1)
    m = torch.cat([torch.zeros(0), torch.ones(2)])
    i = torch.tensor(5)
    j = i + 1
    t = torch.tensor(True)
    u = t & False
    o = torch.nonzero(torch.zeros(3))
    b16 = torch.zeros((), dtype=torch.bfloat16) + 2
    return c.item(), e.item(), h.item()


def other_strides():
    a = torch.randn(3).expand(4, 3)
    b = a + 1
    c = torch.randn(4, 4).flip(0)
    d = torch.arange(10).as_strided((4, 3), (2, 1))
    e = d * 2
    f = torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)
    h = f * 2
    k = torch.arange(10).to(torch.uint16)
    ll = k.to(torch.int32) + 1
    m = torch.tensor([1, 2], dtype=torch.float16)
    n = m.view(torch.int16)
    n.add_(1)
    o = m + 0
    p = m.view(torch.bfloat16)
    q = p + 0
    p.fill_(1)
    r = m + 0
    return b.sum().item(), e.sum().item(), h.sum().item(), r.sum().item()


def bfloat16_model():
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1)).to(torch.bfloat16)
    opt = torch.optim.Adam(net.parameters(), 0.01)
    losses = []
    for _ in range(3):
        x = torch.randn(5, 4).to(torch.bfloat16)
        hidden = net(x)
        loss = hidden.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses


def opaque():
    a = torch.ones(3).to_mkldnn()
    b = a * 2
    c = b.to_dense()
    d = c + 1
    return d.sum().item()


def thrice(kind):
    """Three steps of a loop, each with the program of a kind."""
    parameter = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([parameter], 0.1)
    results = []
    for _ in range(3):
        results.append(kind())
        parameter.grad = torch.ones(2)
        optimizer.step()
    return results


KINDS = (
    bfloat16,
    float8,
    complex32,
    conjugated,
    negated,
    sparse,
    sparse_rows,
    sparse_gradients,
    quantized,
    meta,
    nested,
    without_elements,
    other_strides,
    bfloat16_model,
    opaque,
)
