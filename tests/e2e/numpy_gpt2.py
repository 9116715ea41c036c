"""GPT-2 in numpy and double precision, with a hand on the residual stream: slow and plain.

    model = Gpt2(folder)
    model.loss(ids)
    model.loss(ids, change=lambda layer, x: 2 * x if layer == 3 else x)
"""

import json
import struct

import numpy as np


def _tensors(path):
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, info in json.loads(data[8 : 8 + size]).items():
        if name != "__metadata__":
            begin, end = info["data_offsets"]
            numbers = np.frombuffer(data[8 + size + begin : 8 + size + end], "<f4")
            found[name] = numbers.astype(np.float64).reshape(info["shape"])
    return found


class Gpt2:
    def __init__(self, folder):
        config = json.loads((folder / "config.json").read_text())
        self.layers, self.heads = config["n_layer"], config["n_head"]
        self.epsilon = config["layer_norm_epsilon"]
        self.w = _tensors(folder / "model.safetensors")

    def _norm(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x**2).mean(-1, keepdims=True) + self.epsilon)
        return x * self.w[f"transformer.{name}.weight"] + self.w[f"transformer.{name}.bias"]

    def _linear(self, x, name):
        return x @ self.w[f"transformer.{name}.weight"] + self.w[f"transformer.{name}.bias"]

    def _attention(self, x, layer):
        n, d = x.shape
        q, k, v = np.split(self._linear(x, f"h.{layer}.attn.c_attn"), 3, axis=1)
        later = np.triu(np.full((n, n), -np.inf), 1)
        mixed = np.empty((n, d))
        for head in np.split(np.arange(d), self.heads):
            scores = q[:, head] @ k[:, head].T / np.sqrt(len(head)) + later
            scores = np.exp(scores - scores.max(1, keepdims=True))
            mixed[:, head] = scores / scores.sum(1, keepdims=True) @ v[:, head]
        return self._linear(mixed, f"h.{layer}.attn.c_proj")

    def _ffn(self, x, layer):
        x = self._linear(x, f"h.{layer}.mlp.c_fc")
        x = 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
        return self._linear(x, f"h.{layer}.mlp.c_proj")

    def states(self, ids, change=lambda layer, x: x):
        """X and Y of every layer, [layers] of [tokens, d]; `change` replaces X as it comes."""
        positions = self.w["transformer.wpe.weight"][: len(ids)]
        stream = self.w["transformer.wte.weight"][ids] + positions
        xs, ys = [], []
        for layer in range(self.layers):
            x = stream + self._attention(self._norm(stream, f"h.{layer}.ln_1"), layer)
            x = change(layer, x)
            stream = x + self._ffn(self._norm(x, f"h.{layer}.ln_2"), layer)
            xs.append(x)
            ys.append(stream)
        return xs, ys

    def logits(self, stream):
        return self._norm(stream, "ln_f") @ self.w["transformer.wte.weight"].T

    def loss_of(self, stream, ids):
        """Mean next-token loss of the model if it ended with this stream, in nats."""
        scores = self.logits(stream)[:-1]
        largest = scores.max(1)
        total = largest + np.log(np.exp(scores - largest[:, None]).sum(1))
        return (total - scores[np.arange(len(ids) - 1), ids[1:]]).mean()

    def loss(self, ids, **options):
        return self.loss_of(self.states(ids, **options)[1][-1], ids)
