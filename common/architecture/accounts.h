// What an architecture costs: parameters, forward FLOPs, cache bytes. Exact integers that agree
// with the tensors of the model that is built from it.
//
//   d = 4, w = 8, gated, no biases: one FFN has 3 * 4 * 8 = 96 parameters.
//
// All functions require an architecture that Validate has accepted. Cost O(layers).
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_ACCOUNTS_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_ACCOUNTS_H_

#include <cstdint>

#include "common/architecture/architecture.h"

namespace widthlab::architecture {

struct ParameterAccount {
  int64_t embedding = 0;    // of tokens, and of positions where these are learned
  int64_t unembedding = 0;  // 0 with tied embeddings
  int64_t attention = 0;    // matrices and biases
  int64_t ffn = 0;          // matrices and biases, of all experts
  int64_t router = 0;
  int64_t norms = 0;

  // Trained, but without effect on any output: columns of the first layer's query, key and value
  // matrices that read the zeros above hidden_size, and rows of the last layer's down-projections
  // above hidden_size, which the final truncation drops (arXiv 2606.18246). 0 where
  // residual_widths is empty or nowhere above hidden_size at the ends.
  int64_t unused = 0;

  int64_t total() const { return embedding + unembedding + attention + ffn + router + norms; }
  int64_t effective() const { return total() - unused; }
  int64_t non_embedding() const { return total() - embedding - unembedding; }
};

ParameterAccount CountParameters(const Architecture& a);

// Parameters that one more hidden unit adds to the FFN of `layer` (c_l): 3 d_l (+2 with biases)
// gated, 2 d_l (+1) plain; times the experts of a bank. The output bias does not depend on the
// width, so it is outside the budget.
int64_t FfnUnitCost(const Architecture& a, int64_t layer);

// Sum of c_l w_l over the layers.
int64_t FfnBudgetParameters(const Architecture& a);

// The budget of every schedule for this architecture: sum of c_l * width, as if each layer's FFN
// had `width` hidden units. The architecture's own ffn_widths are not read.
int64_t UniformFfnParameters(const Architecture& a, int64_t width);

// Floating-point operations of one token's forward pass at a sequence of `sequence_length` tokens:
// two for each weight of a matrix that the token meets (experts: those it is routed to; the
// embedding is a look-up, the unembedding is a matrix also where it is tied), and 4 * sequence *
// query_width a layer for the attention products, not halved for causality. Norms, biases,
// activations and softmax are not counted, and a window does not lower the count. A training step
// costs three times as much. Requires 0 <= sequence_length <= max_positions.
int64_t ForwardFlopsPerToken(const Architecture& a, int64_t sequence_length);

// Of the FLOPs above, those spent on the weights that ParameterAccount calls unused.
int64_t UnusedForwardFlopsPerToken(const Architecture& a);

// Keys and values kept for one token at `bytes_per_element` (2 for bfloat16).
int64_t KvBytesPerToken(const Architecture& a, int64_t bytes_per_element);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_ACCOUNTS_H_
