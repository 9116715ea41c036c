"""A Llama whose every layer has an FFN of its own width, for Hugging Face transformers.

    model = AutoModelForCausalLM.from_pretrained(FOLDER, trust_remote_code=True)

The config's ffn_widths lists the FFNs' widths. A layer of width 0 has no FFN, and no norm before it.
Where heads differ in width, attention_widths lists the width of all heads together by layer.
"""

import copy

from torch import nn
from transformers import LlamaConfig, LlamaForCausalLM
from transformers.models.llama.modeling_llama import (
    LlamaAttention,
    LlamaMLP,
    LlamaRotaryEmbedding,
)


class WidthlabConfig(LlamaConfig):
    """Llama's config with a list of widths in place of one intermediate_size."""

    model_type = "widthlab"

    def __init__(self, ffn_widths=None, attention_widths=None, **kwargs):
        if ffn_widths is not None:
            # Where one number is asked for, the widest layer stands for all.
            kwargs["intermediate_size"] = max(1, *ffn_widths)
        super().__init__(**kwargs)
        self.ffn_widths = list(ffn_widths or [self.intermediate_size] * self.num_hidden_layers)
        self.attention_widths = list(attention_widths or [])
        for name in ("ffn_widths", "attention_widths"):
            entries = len(getattr(self, name))
            if entries not in (self.num_hidden_layers, 0):
                raise ValueError(
                    f"{name} has {entries} entries for {self.num_hidden_layers} layers"
                )


class NoFfn(nn.Module):
    """Adds nothing to the residual stream."""

    def forward(self, states):
        return states.new_zeros(states.shape)


class OwnAttention(LlamaAttention):
    """Attention whose heads have a width of their own, and so rotary positions of their own."""

    def __init__(self, config, layer_idx):
        super().__init__(config, layer_idx)
        self.rotary = LlamaRotaryEmbedding(config)

    def forward(self, hidden_states, position_embeddings=None, position_ids=None, **kwargs):
        own = self.rotary(hidden_states, position_ids)
        return super().forward(
            hidden_states, position_embeddings=own, position_ids=position_ids, **kwargs
        )


class WidthlabForCausalLM(LlamaForCausalLM):
    """Llama with the blocks of every layer replaced by those of its own width."""

    config_class = WidthlabConfig

    def __init__(self, config):
        super().__init__(config)
        for index, width in enumerate(config.attention_widths):
            own = copy.copy(config)
            own.head_dim = width // config.num_attention_heads
            self.model.layers[index].self_attn = OwnAttention(own, index)
        for layer, width in zip(self.model.layers, config.ffn_widths):
            if width == 0:
                layer.mlp = NoFfn()
                layer.post_attention_layernorm = nn.Identity()
                continue
            own = copy.copy(config)
            own.intermediate_size = width
            layer.mlp = LlamaMLP(own)
        self.post_init()
