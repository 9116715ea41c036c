"""Builds an exported model in transformers and says what it is; runs where transformers is.

usage: load_export.py FOLDER ID...

Prints one JSON object: the version of transformers, which tensors of the file were not used or
missing, the widths by the shapes of the tensors, the parameters, and the logits of the tokens, at
once and one token after another through the cache.
"""

import json
import sys

import torch
import transformers


def widths_of(state, layers):
    """FFN widths, and widths of all heads together, by layer."""
    ffn, heads = [], []
    for layer in range(layers):
        gate = state.get(f"model.layers.{layer}.mlp.gate_proj.weight")
        ffn.append(0 if gate is None else gate.shape[0])
        heads.append(state[f"model.layers.{layer}.self_attn.q_proj.weight"].shape[0])
    return ffn, heads


def main(folder, ids):
    torch.set_num_threads(1)
    model, loading = transformers.AutoModelForCausalLM.from_pretrained(
        folder, trust_remote_code=True, output_loading_info=True, dtype=torch.float32
    )
    model.eval()
    tokens = torch.tensor([ids])
    with torch.no_grad():
        logits = model(tokens, use_cache=False).logits[0]
        cache, steps = None, []
        for token in ids:
            out = model(torch.tensor([[token]]), past_key_values=cache, use_cache=True)
            cache = out.past_key_values
            steps.append(out.logits[0, -1])
    ffn, heads = widths_of(model.state_dict(), model.config.num_hidden_layers)
    answer = {
        "transformers": transformers.__version__,
        "missing": sorted(loading["missing_keys"]),
        "unexpected": sorted(loading["unexpected_keys"]),
        "ffn_widths": ffn,
        "attention_widths": heads,
        "parameters": sum(p.numel() for p in model.parameters()),
        "logits": logits.tolist(),
        "cached_logits": torch.stack(steps).tolist(),
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1], [int(word) for word in sys.argv[2:]])
