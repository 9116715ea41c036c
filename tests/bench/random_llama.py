#!/usr/bin/env python3
"""Writes a random checkpoint of Llama 3.1 8B's shape: bfloat16, in shards. Standard library only.

  tests/bench/random_llama.py /tmp/llama-8b [--layers 32]
  out/bin/capture_bench --model /tmp/llama-8b --batch 2 --sequence 512 --runs 1

Every matrix repeats one random block of 4 MiB, so that writing takes as long as the disk does.
Numbers have the size of trained weights, so that the states stay finite.
"""

import argparse
import array
import json
import pathlib
import random
import struct

D, HEADS, KV_HEADS, HEAD, FFN, VOCABULARY = 4096, 32, 8, 128, 14336, 128256
CONFIG = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_act": "silu",
    "hidden_size": D,
    "intermediate_size": FFN,
    "num_attention_heads": HEADS,
    "num_key_value_heads": KV_HEADS,
    "head_dim": HEAD,
    "vocab_size": VOCABULARY,
    "max_position_embeddings": 131072,
    "rms_norm_eps": 1e-5,
    "rope_theta": 500000.0,
    "rope_scaling": {
        "rope_type": "llama3",
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 8192,
    },
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}


def bfloat16(values):
    """The upper halves of float32 bits."""
    bits = array.array("I", struct.pack(f"<{len(values)}f", *values))
    return array.array("H", (b >> 16 for b in bits)).tobytes()


def layer_tensors(layer):
    prefix = f"model.layers.{layer}."
    yield prefix + "input_layernorm.weight", [D]
    yield prefix + "self_attn.q_proj.weight", [HEADS * HEAD, D]
    yield prefix + "self_attn.k_proj.weight", [KV_HEADS * HEAD, D]
    yield prefix + "self_attn.v_proj.weight", [KV_HEADS * HEAD, D]
    yield prefix + "self_attn.o_proj.weight", [D, HEADS * HEAD]
    yield prefix + "post_attention_layernorm.weight", [D]
    yield prefix + "mlp.gate_proj.weight", [FFN, D]
    yield prefix + "mlp.up_proj.weight", [FFN, D]
    yield prefix + "mlp.down_proj.weight", [D, FFN]


def write_shard(path, tensors, block, ones):
    header, end = {}, 0
    for name, shape in tensors:
        begin, end = end, end + 2 * shape[0] * (shape[1] if len(shape) == 2 else 1)
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, shape in tensors:
            source = block if len(shape) == 2 else ones
            left = header[name]["data_offsets"][1] - header[name]["data_offsets"][0]
            while left > 0:
                file.write(source[: min(left, len(source))])
                left -= min(left, len(source))
    return end


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--layers", type=int, default=32)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    stream = random.Random(1)
    # A length that is no multiple of a row, so that rows differ.
    block = bfloat16([stream.gauss(0, 0.02) for _ in range((1 << 21) - 3)])
    ones = bfloat16([1.0] * D)
    shards = [
        [("model.embed_tokens.weight", [VOCABULARY, D])],
        *[list(layer_tensors(layer)) for layer in range(options.layers)],
        [("model.norm.weight", [D]), ("lm_head.weight", [VOCABULARY, D])],
    ]
    index, total = {}, 0
    for i, tensors in enumerate(shards):
        name = f"model-{i + 1:05}-of-{len(shards):05}.safetensors"
        total += write_shard(options.folder / name, tensors, block, ones)
        index.update({tensor: name for tensor, _ in tensors})
    (options.folder / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {"total_size": total}, "weight_map": index})
    )
    config = {**CONFIG, "num_hidden_layers": options.layers}
    (options.folder / "config.json").write_text(json.dumps(config, indent=2))
    print(f"{total / 1e9:.1f} GB in {len(shards)} shards")


if __name__ == "__main__":
    main()
