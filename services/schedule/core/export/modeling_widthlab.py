"""A Llama whose every layer has an FFN of its own width, for Hugging Face transformers.

    model = AutoModelForCausalLM.from_pretrained(FOLDER, trust_remote_code=True)

The config's ffn_widths lists the widths. A layer of width 0 has no FFN, and no norm before it.
"""

import copy

from torch import nn
from transformers import LlamaConfig, LlamaForCausalLM
from transformers.models.llama.modeling_llama import LlamaMLP


class WidthlabConfig(LlamaConfig):
    """Llama's config with a list of widths in place of one intermediate_size."""

    model_type = "widthlab"

    def __init__(self, ffn_widths=None, **kwargs):
        if ffn_widths is not None:
            # Where one number is asked for, the widest layer stands for all.
            kwargs["intermediate_size"] = max(1, *ffn_widths)
        super().__init__(**kwargs)
        self.ffn_widths = list(ffn_widths or [self.intermediate_size] * self.num_hidden_layers)
        if len(self.ffn_widths) != self.num_hidden_layers:
            raise ValueError(
                f"ffn_widths has {len(self.ffn_widths)} entries for {self.num_hidden_layers} layers"
            )


class NoFfn(nn.Module):
    """Adds nothing to the residual stream."""

    def forward(self, states):
        return states.new_zeros(states.shape)


class WidthlabForCausalLM(LlamaForCausalLM):
    """Llama with the FFN of every layer replaced by one of its own width."""

    config_class = WidthlabConfig

    def __init__(self, config):
        super().__init__(config)
        for layer, width in zip(self.model.layers, config.ffn_widths):
            if width == 0:
                layer.mlp = NoFfn()
                layer.post_attention_layernorm = nn.Identity()
                continue
            own = copy.copy(config)
            own.intermediate_size = width
            layer.mlp = LlamaMLP(own)
        self.post_init()
