#include "common/architecture/accounts.h"

#include <algorithm>
#include <cstdint>

#include "common/architecture/architecture.h"

namespace widthlab::architecture {
namespace {

int64_t FfnMatrices(const Architecture& a) { return a.feed_forward == FeedForward::kGated ? 3 : 2; }

int64_t Banks(const Architecture& a) { return std::max<int64_t>(a.experts, 1); }

int64_t ActiveBanks(const Architecture& a) { return a.experts == 0 ? 1 : a.experts_per_token; }

int64_t AttentionMatrixParameters(const LayerShape& s) {
  return s.residual_width * (2 * s.query_width + 2 * s.kv_width);
}

int64_t AttentionParameters(const Architecture& a, const LayerShape& s) {
  int64_t count = AttentionMatrixParameters(s);
  if (a.qkv_bias) count += s.query_width + 2 * s.kv_width;
  if (a.attention_output_bias) count += s.residual_width;
  return count;
}

int64_t OutputBias(const Architecture& a, const LayerShape& s) {
  return a.ffn_bias && s.ffn_width > 0 ? Banks(a) * s.residual_width : 0;
}

int64_t RouterParameters(const Architecture& a, const LayerShape& s) {
  return s.ffn_width > 0 ? a.experts * s.residual_width : 0;
}

// Numbers of one norm over `width` coordinates.
int64_t NormSize(const Architecture& a, int64_t width) {
  return a.norm == NormKind::kLayer ? 2 * width : width;
}

int64_t NormParameters(const Architecture& a, const LayerShape& s) {
  const int64_t blocks = s.ffn_width > 0 ? 2 : 1;
  const int64_t norms = (a.pre_norms ? 1 : 0) + (a.post_norms ? 1 : 0);
  int64_t count = blocks * norms * NormSize(a, s.residual_width);
  if (a.qk_norm == QkNorm::kPerHead) count += 2 * s.head_dim;
  if (a.qk_norm == QkNorm::kWholeProjection) count += s.query_width + s.kv_width;
  return count;
}

// How far a layer's residual stream is wider than the embedding.
int64_t Excess(const Architecture& a, const LayerShape& s) {
  return std::max<int64_t>(s.residual_width - a.hidden_size, 0);
}

int64_t UnusedQkv(const Architecture& a) {
  const LayerShape first = ShapeOfLayer(a, 0);
  return Excess(a, first) * (first.query_width + 2 * first.kv_width);
}

int64_t UnusedDown(const Architecture& a) {
  const LayerShape last = ShapeOfLayer(a, a.layers - 1);
  return Excess(a, last) * last.ffn_width;
}

}  // namespace

ParameterAccount CountParameters(const Architecture& a) {
  ParameterAccount account;
  account.embedding = a.vocab_size * a.hidden_size;
  account.unembedding = a.tied_embeddings ? 0 : account.embedding;
  if (a.positions == Positions::kLearned) account.embedding += a.max_positions * a.hidden_size;
  for (int64_t l = 0; l < a.layers; ++l) {
    const LayerShape s = ShapeOfLayer(a, l);
    account.attention += AttentionParameters(a, s);
    account.ffn += FfnUnitCost(a, l) * s.ffn_width + OutputBias(a, s);
    account.router += RouterParameters(a, s);
    account.norms += NormParameters(a, s);
  }
  account.norms += NormSize(a, ShapeOfLayer(a, a.layers - 1).residual_width);  // the final norm
  account.unused = UnusedQkv(a) + Banks(a) * UnusedDown(a);
  return account;
}

int64_t FfnUnitCost(const Architecture& a, int64_t layer) {
  const int64_t biases = a.ffn_bias ? FfnMatrices(a) - 1 : 0;
  return Banks(a) * (FfnMatrices(a) * ShapeOfLayer(a, layer).residual_width + biases);
}

int64_t FfnBudgetParameters(const Architecture& a) {
  int64_t total = 0;
  for (int64_t l = 0; l < a.layers; ++l) total += FfnUnitCost(a, l) * a.ffn_widths[l];
  return total;
}

int64_t UniformFfnParameters(const Architecture& a, int64_t width) {
  int64_t total = 0;
  for (int64_t l = 0; l < a.layers; ++l) total += FfnUnitCost(a, l) * width;
  return total;
}

int64_t ForwardFlopsPerToken(const Architecture& a, int64_t sequence_length) {
  int64_t weights = a.vocab_size * a.hidden_size;
  int64_t attention = 0;
  for (int64_t l = 0; l < a.layers; ++l) {
    const LayerShape s = ShapeOfLayer(a, l);
    weights += AttentionMatrixParameters(s) + RouterParameters(a, s) +
               ActiveBanks(a) * FfnMatrices(a) * s.residual_width * s.ffn_width;
    attention += 4 * sequence_length * s.query_width;
  }
  return 2 * weights + attention;
}

int64_t UnusedForwardFlopsPerToken(const Architecture& a) {
  return 2 * (UnusedQkv(a) + ActiveBanks(a) * UnusedDown(a));
}

int64_t KvBytesPerToken(const Architecture& a, int64_t bytes_per_element) {
  int64_t elements = 0;
  for (int64_t l = 0; l < a.layers; ++l) elements += 2 * ShapeOfLayer(a, l).kv_width;
  return elements * bytes_per_element;
}

}  // namespace widthlab::architecture
