#include "common/model/host_layer_pass.h"

#include <ATen/ATen.h>

#include <vector>

#include "common/model/stream_kernels.h"
#include "common/status/macros.h"

namespace widthlab::model {

absl::Status HostLayerPass::Attend(const TokenSequences& tokens, absl::Span<float> states,
                                   absl::Span<float> update) const {
  for (int64_t first = 0; first < tokens.count();) {
    int64_t last = first + 1;
    while (last < tokens.count() && tokens.end(last) - tokens.begin(first) <= kTokensAtOnce) {
      ++last;
    }
    RETURN_IF_ERROR(AttendSome(tokens, first, last, states, update));
    first = last;
  }
  return absl::OkStatus();
}

absl::Status HostLayerPass::AttendSome(const TokenSequences& tokens, int64_t first, int64_t last,
                                       absl::Span<float> states, absl::Span<float> update) const {
  const int64_t d = a_.hidden_size, origin = tokens.begin(first);
  const int64_t count = tokens.begin(last) - origin;
  const std::vector<TokenBlock> blocks = BlocksOf(tokens, first, last, kTokenBlock);
  const auto n = static_cast<int64_t>(blocks.size());
  const at::Tensor qkv = at::empty({count, layer_.qkv_width()}, at::kFloat);
  const at::Tensor mixed = at::empty({count, layer_.query_width()}, at::kFloat);
  float* const qkv_data = qkv.mutable_data_ptr<float>();
  float* const mixed_data = mixed.mutable_data_ptr<float>();
  RETURN_IF_ERROR(tasks_.Run(n, [&](int64_t i) {
    const TokenBlock& b = blocks[static_cast<size_t>(i)];
    layer_.Project(states.data() + b.begin * d, b.position, b.rows,
                   qkv_data + (b.begin - origin) * layer_.qkv_width());
  }));
  RETURN_IF_ERROR(tasks_.Run((last - first) * a_.kv_heads, [&](int64_t i) {
    const int64_t sequence = first + i / a_.kv_heads;
    const int64_t row = tokens.begin(sequence) - origin;
    layer_.Attend(qkv_data + row * layer_.qkv_width(), tokens.length(sequence), i % a_.kv_heads,
                  mixed_data + row * layer_.query_width());
  }));
  return tasks_.Run(n, [&](int64_t i) {
    const TokenBlock& b = blocks[static_cast<size_t>(i)];
    const float* rows = mixed_data + (b.begin - origin) * layer_.query_width();
    if (!update.empty()) {
      layer_.Output(rows, b.rows, update.data() + b.begin * d);
      return;
    }
    const at::Tensor out = at::empty({b.rows * d}, at::kFloat);
    layer_.Output(rows, b.rows, out.mutable_data_ptr<float>());
    AddTo(out.const_data_ptr<float>(), b.rows * d, states.data() + b.begin * d);
  });
}

absl::Status HostLayerPass::FeedForward(const TokenSequences& tokens, absl::Span<float> states,
                                        absl::Span<float> normed, absl::Span<float> update) const {
  const int64_t d = a_.hidden_size;
  const std::vector<TokenBlock> blocks = BlocksOf(tokens, 0, tokens.count(), kTokenBlock);
  return tasks_.Run(static_cast<int64_t>(blocks.size()), [&](int64_t i) {
    const TokenBlock& b = blocks[static_cast<size_t>(i)];
    const at::Tensor own = at::empty({2 * b.rows * d}, at::kFloat);
    float* const memory = own.mutable_data_ptr<float>();
    float* const norm = normed.empty() ? memory : normed.data() + b.begin * d;
    float* const out = update.empty() ? memory + b.rows * d : update.data() + b.begin * d;
    layer_.FeedForward(states.data() + b.begin * d, b.rows, norm, out);
    if (update.empty()) AddTo(out, b.rows * d, states.data() + b.begin * d);
  });
}

}  // namespace widthlab::model
