#include "common/model/device_layer_pass.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <vector>

#include "common/model/device_math.h"
#include "common/model/device_memory.h"
#include "common/model/pool_tasks.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

std::vector<TokenBlock> BlocksOfOne(int64_t length) {
  return BlocksOf({.ids = {}, .offsets = {0, length}}, 0, 1, kDeviceTokenBlock);
}

}  // namespace

DeviceNeed DeviceLayerPass::NeedOf(const TokenSequences& tokens) const {
  return {device_.str(), DeviceMemoryBytes(a_, type_, tokens.longest())};
}

// The heads' values of all tokens [length, query_width].
absl::StatusOr<at::Tensor> DeviceLayerPass::Mix(const at::Tensor& x) const {
  const int64_t length = x.size(0);
  const at::Tensor qkv = at::empty({length, layer_.qkv_width()}, x.options());
  for (const TokenBlock& b : BlocksOfOne(length)) {
    RETURN_IF_ERROR(CheckCancelled(cancelled_));
    qkv.narrow(0, b.begin, b.rows).copy_(layer_.Project(x.narrow(0, b.begin, b.rows), b.position));
  }
  const at::Tensor mixed = at::empty({length, layer_.query_width()}, x.options());
  const int64_t queries = DeviceQueryBlock(a_, length);
  for (int64_t begin = 0; begin < length; begin += queries) {
    RETURN_IF_ERROR(CheckCancelled(cancelled_));
    const int64_t rows = std::min(queries, length - begin);
    mixed.narrow(0, begin, rows).copy_(layer_.Attend(qkv, begin, rows));
  }
  return mixed;
}

absl::Status DeviceLayerPass::AttendSequence(int64_t length, float* states, float* update) const {
  const int64_t d = a_.hidden_size;
  const at::Tensor x = ToDevice(states, length, d, device_);
  ASSIGN_OR_RETURN(const at::Tensor mixed, Mix(x));
  for (const TokenBlock& b : BlocksOfOne(length)) {
    RETURN_IF_ERROR(CheckCancelled(cancelled_));
    const at::Tensor added = layer_.Output(mixed.narrow(0, b.begin, b.rows));
    if (update != nullptr) {
      ToHost(added, update + b.begin * d);
    } else {
      ToHost(x.narrow(0, b.begin, b.rows) + added, states + b.begin * d);
    }
  }
  return absl::OkStatus();
}

absl::Status DeviceLayerPass::Attend(const TokenSequences& tokens, absl::Span<float> states,
                                     absl::Span<float> update) const {
  for (int64_t i = 0; i < tokens.count(); ++i) {
    const int64_t at = tokens.begin(i) * a_.hidden_size;
    RETURN_IF_ERROR(OnDevice([&] { return NeedOf(tokens); },
                             [&] {
                               return AttendSequence(tokens.length(i), states.data() + at,
                                                     update.empty() ? nullptr : update.data() + at);
                             }));
  }
  return absl::OkStatus();
}

absl::Status DeviceLayerPass::FeedForward(const TokenSequences& tokens, absl::Span<float> states,
                                          absl::Span<float> normed,
                                          absl::Span<float> update) const {
  const int64_t d = a_.hidden_size;
  for (const TokenBlock& b : BlocksOf(tokens, 0, tokens.count(), kDeviceTokenBlock)) {
    RETURN_IF_ERROR(CheckCancelled(cancelled_));
    float* const rows = states.data() + b.begin * d;
    RETURN_IF_ERROR(OnDevice([&] { return NeedOf(tokens); },
                             [&]() -> absl::Status {
                               const at::Tensor x = ToDevice(rows, b.rows, d, device_);
                               const DeviceFeedForward made = layer_.FeedForward(x);
                               if (!normed.empty())
                                 ToHost(made.normed, normed.data() + b.begin * d);
                               if (update.empty()) {
                                 ToHost(x + made.update, rows);
                               } else {
                                 ToHost(made.update, update.data() + b.begin * d);
                               }
                               return absl::OkStatus();
                             }));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::model
