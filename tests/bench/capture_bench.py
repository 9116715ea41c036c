#!/usr/bin/env python3
"""Times capture_bench beside transformers with hooks: the same model, tokens, threads and torch.

  tests/bench/capture_bench.py out/bin/capture_bench [--batch 4] [--sequence 512] [--runs 3]

Both keep the residual stream before and after every FFN in float32 and leave the head out. The model
has 12 layers, d = 768, 12 heads, FFN 2,048, vocabulary 32,000 and random weights, stored in the type
that is computed in. Runs of the two alternate, so that a busy machine disturbs both alike.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import torch
from transformers import AutoModel, AutoModelForCausalLM, LlamaConfig


def write_model(folder, dtype):
    config = LlamaConfig(
        vocab_size=32000,
        hidden_size=768,
        intermediate_size=2048,
        num_hidden_layers=12,
        num_attention_heads=12,
        num_key_value_heads=12,
        max_position_embeddings=2048,
    )
    torch.manual_seed(1)
    AutoModelForCausalLM.from_config(config).to(dtype).save_pretrained(folder)


class Reference:
    """transformers, with hooks that keep what capture_bench keeps."""

    def __init__(self, folder, dtype, ids):
        self.model = AutoModel.from_pretrained(folder, dtype=dtype).eval()
        self.ids = ids
        layers = self.model.layers
        shape = (ids.numel(), self.model.config.hidden_size)
        self.kept = [torch.empty(2 * len(layers), *shape)]
        for i, layer in enumerate(layers):
            layer.post_attention_layernorm.register_forward_pre_hook(
                lambda _, args, row=2 * i: self.keep(row, args[0])
            )
            layer.register_forward_hook(
                lambda _, args, out, row=2 * i + 1: self.keep(
                    row, out[0] if isinstance(out, tuple) else out
                )
            )

    def keep(self, row, states):
        self.kept[0][row].copy_(states.reshape(-1, states.shape[-1]))

    def run(self):
        start = time.perf_counter()
        with torch.inference_mode():
            self.model(self.ids, use_cache=False)
        return self.ids.numel() / (time.perf_counter() - start)


def ours(bench, folder, dtype, options):
    line = [
        bench, "--model", folder, "--dtype", dtype, "--batch", options.batch,
        "--sequence", options.sequence, "--threads", options.threads, "--runs", 2,
    ]  # fmt: skip
    done = subprocess.run([str(word) for word in line], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def compare(dtype, options):
    with tempfile.TemporaryDirectory() as folder:
        write_model(folder, getattr(torch, dtype))
        ids = torch.randint(0, 32000, (options.batch, options.sequence))
        reference = Reference(folder, getattr(torch, dtype), ids)
        reference.run()
        theirs, mine, memory = [], [], 0
        for _ in range(options.runs):
            result = ours(options.bench, folder, dtype, options)
            mine.append(result["tokens_per_second"])
            memory = result["peak_rss_bytes"]
            theirs.append(reference.run())
    a, b = statistics.median(mine), statistics.median(theirs)
    return {
        "dtype": dtype, "tokens_per_second": round(a, 1), "transformers": round(b, 1),
        "ratio": round(a / b, 3), "peak_rss_bytes": memory,
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bench", type=pathlib.Path)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--sequence", type=int, default=512)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--dtype", choices=["float32", "bfloat16"])
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    for dtype in [options.dtype] if options.dtype else ["float32", "bfloat16"]:
        print(json.dumps(compare(dtype, options)), flush=True)


if __name__ == "__main__":
    main()
