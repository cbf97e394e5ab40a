"""Training programs of kinds that people publish, each small: a function that returns losses, and the final state."""

import copy
import math

import torch
from torch import nn

F = nn.functional


def _state(*modules):
    return {f"{i}.{k}": v.clone() for i, m in enumerate(modules) for k, v in m.state_dict().items()}


class Block(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.proj, self.h = nn.Linear(d, 3 * d), nn.Linear(d, d), h
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))
        self.register_buffer("mask", torch.tril(torch.ones(16, 16)).view(1, 1, 16, 16))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(self.ln1(x)).split(c, dim=2)
        q, k, v = (z.view(b, t, self.h, c // self.h).transpose(1, 2) for z in (q, k, v))
        att = (q @ k.transpose(-2, -1)) / math.sqrt(k.size(-1))
        att = att.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = (att @ v).transpose(1, 2).contiguous().view(b, t, c)
        x = x + self.proj(y)
        return x + self.mlp(self.ln2(x))


class Gpt(nn.Module):
    def __init__(self, v=17, d=16):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(v, d), nn.Embedding(16, d)
        self.blocks = nn.ModuleList([Block(d, 2), Block(d, 2)])
        self.ln_f, self.head = nn.LayerNorm(d), nn.Linear(d, v, bias=False)
        self.head.weight = self.wte.weight

    def forward(self, idx, targets):
        x = self.wte(idx) + self.wpe(torch.arange(idx.size(1)))
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.ln_f(x))
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.reshape(-1))


def gpt(steps=3):
    model = Gpt()
    decay = [p for p in model.parameters() if p.dim() >= 2]
    rest = [p for p in model.parameters() if p.dim() < 2]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}], lr=1e-2)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 10)
    losses = []
    for _ in range(steps):
        ids = torch.randint(0, 17, (4, 9))
        _logits, loss = model(ids[:, :-1], ids[:, 1:])
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        losses.append(loss.item())
    return losses, _state(model)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        conv = lambda i, o: nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU(inplace=True))
        self.down1, self.down2, self.mid = conv(1, 4), conv(4, 8), conv(8, 8)
        self.pool, self.up = nn.MaxPool2d(2), nn.ConvTranspose2d(8, 8, 2, stride=2)
        self.up1, self.out = conv(16, 4), nn.Conv2d(4, 1, 1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(self.pool(a))
        c = self.up(self.pool(self.mid(b)))
        d = self.up1(torch.cat([b, c], dim=1))
        return self.out(F.interpolate(d, scale_factor=2, mode="bilinear", align_corners=False))


def unet(steps=3):
    model = UNet()
    opt = torch.optim.RMSprop(model.parameters(), 1e-3, momentum=0.9)
    losses = []
    for _ in range(steps):
        x = torch.randn(2, 1, 16, 16)
        y = (x > 0).float()
        pred = model(x)
        loss = F.binary_cross_entropy_with_logits(pred, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses, _state(model)


class Basic(nn.Module):
    def __init__(self, i, o, stride=1):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o)
        self.conv2, self.bn2 = nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o)
        self.relu, self.down = nn.ReLU(inplace=True), None
        if stride != 1 or i != o:
            self.down = nn.Sequential(nn.Conv2d(i, o, 1, stride, bias=False), nn.BatchNorm2d(o))

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        if self.down is not None:
            identity = self.down(x)
        out += identity
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.bn1, self.relu = nn.Conv2d(3, 4, 3, 1, 1, bias=False), nn.BatchNorm2d(4), nn.ReLU(inplace=True)
        self.layer1, self.layer2 = nn.Sequential(Basic(4, 4)), nn.Sequential(Basic(4, 8, 2), Basic(8, 8))
        self.avgpool, self.fc = nn.AdaptiveAvgPool2d(1), nn.Linear(8, 5)

    def forward(self, x):
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.layer2(self.layer1(x))
        return self.fc(torch.flatten(self.avgpool(x), 1))


def resnet(steps=3):
    model = ResNet()
    opt = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9, weight_decay=1e-4, nesterov=True)
    losses = []
    for _ in range(steps):
        images, target = torch.randn(4, 3, 8, 8), torch.randint(0, 5, (4,))
        output = model(images)
        loss = F.cross_entropy(output, target, label_smoothing=0.1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        losses.append(model(torch.randn(2, 3, 8, 8)).sum().item())
    return losses, _state(model)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 6, padding_idx=0)
        self.lstm = nn.LSTM(6, 5, 2, batch_first=True, bidirectional=True, dropout=0.2)
        self.fc = nn.Linear(10, 3)

    def forward(self, tokens, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(self.embed(tokens), lengths, batch_first=True, enforce_sorted=False)
        out, (_h, _c) = self.lstm(packed)
        out, _ = nn.utils.rnn.pad_packed_sequence(out, batch_first=True)
        return self.fc(out.mean(1))


def lstm(steps=3):
    model = Tagger()
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    losses = []
    for _ in range(steps):
        lengths = torch.tensor([6, 3, 5])
        tokens = torch.randint(1, 20, (3, 6))
        for i, n in enumerate(lengths):
            tokens[i, n:] = 0
        loss = F.nll_loss(F.log_softmax(model(tokens, lengths), 1), torch.tensor([0, 1, 2]))
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), 0.5)
        opt.step()
        losses.append(loss.item())
    return losses, _state(model)


def gan(steps=3):
    G = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 2))
    D = nn.Sequential(nn.utils.spectral_norm(nn.Linear(2, 8)), nn.LeakyReLU(0.2), nn.Linear(8, 1))
    og, od = (
        torch.optim.Adam(G.parameters(), 2e-4, betas=(0.5, 0.999)),
        torch.optim.Adam(D.parameters(), 2e-4, betas=(0.5, 0.999)),
    )
    losses = []
    for _ in range(steps):
        real = torch.randn(4, 2)
        z = torch.randn(4, 4)
        fake = G(z)
        d_loss = F.softplus(-D(real)).mean() + F.softplus(D(fake.detach())).mean()
        od.zero_grad()
        d_loss.backward()
        od.step()
        g_loss = F.softplus(-D(fake)).mean()
        og.zero_grad()
        g_loss.backward()
        og.step()
        losses += [d_loss.item(), g_loss.item()]
    return losses, _state(G, D)


class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.mu, self.logvar = nn.Linear(10, 8), nn.Linear(8, 2), nn.Linear(8, 2)
        self.fc3, self.fc4 = nn.Linear(2, 8), nn.Linear(8, 10)

    def forward(self, x):
        h = F.relu(self.fc1(x))
        mu, logvar = self.mu(h), self.logvar(h)
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        z = mu + eps * std
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z)))), mu, logvar


def vae(steps=3):
    model = Vae()
    opt = torch.optim.Adam(model.parameters(), 1e-3)
    losses = []
    for _ in range(steps):
        x = torch.rand(4, 10)
        recon, mu, logvar = model(x)
        bce = F.binary_cross_entropy(recon, x, reduction="sum")
        kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
        loss = bce + kld
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses, _state(model)


def accumulation(steps=3):
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    opt = torch.optim.SGD(model.parameters(), 0.1)
    losses = []
    for i in range(4 * steps):
        x = torch.randn(4, 4)
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean() / 4
        loss.backward()
        losses.append(loss.item())
        if (i + 1) % 4 == 0:
            opt.step()
            opt.zero_grad(set_to_none=False)
    return losses, _state(model)


def ema(steps=3):
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    average = copy.deepcopy(model)
    shadow = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.9))
    losses = []
    for _ in range(steps):
        x = torch.randn(8, 4)
        loss = model(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for a, p in zip(average.parameters(), model.parameters(), strict=False):
                a.mul_(0.9).add_(p, alpha=0.1)
        shadow.update_parameters(model)
        losses.append(loss.item())
    return losses, _state(model, average, shadow)


def checkpointing(steps=3):
    from torch.utils.checkpoint import checkpoint

    a, b = (
        nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.ReLU()),
        nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1)),
    )
    opt = torch.optim.SGD([*a.parameters(), *b.parameters()], 0.1)
    losses = []
    for _ in range(steps):
        x = torch.randn(4, 4, requires_grad=True)
        h = checkpoint(a, x, use_reentrant=False)
        loss = checkpoint(b, h, use_reentrant=True).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses, _state(a, b)


def autocast(steps=4):
    model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU(), nn.Linear(8, 1))
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**10)
    losses = []
    for i in range(steps):
        x = torch.randn(8, 4) * (1e30 if i == 1 else 1.0)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = model(x).float().pow(2).mean() * (1e30 if i == 1 else 1.0)
        opt.zero_grad()
        scaler.scale(loss).backward()
        scaler.unscale_(opt)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(opt)
        scaler.update()
        losses += [loss.item(), scaler.get_scale()]
    return losses, _state(model)


def lbfgs(steps=3):
    model = nn.Linear(3, 1)
    opt = torch.optim.LBFGS(model.parameters(), max_iter=4, line_search_fn="strong_wolfe")
    x = torch.randn(8, 3)
    y = x.sum(1, keepdim=True)
    losses = []

    def closure():
        opt.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(steps):
        losses.append(opt.step(closure).item())
    return losses, _state(model)


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        s = torch.sigmoid(beta * x)
        ctx.save_for_backward(x, s)
        ctx.beta = beta
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x, s = ctx.saved_tensors
        slope = s + ctx.beta * x * s * (1 - s)
        return grad * slope, None


def function(steps=3):
    model = nn.Linear(4, 4)
    opt = torch.optim.Adagrad(model.parameters(), 0.1)
    losses = []
    for _ in range(steps):
        out = Swish.apply(model(torch.randn(4, 4)), 1.5)
        loss = out.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses, _state(model)


PROGRAMS = (gpt, unet, resnet, lstm, gan, vae, accumulation, ema, checkpointing, autocast, lbfgs, function)
