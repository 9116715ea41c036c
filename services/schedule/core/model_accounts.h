// What the model of a schedule costs: the accounts of its architecture, also where its blocks are
// narrower than its residual stream, and what a training pass keeps in memory.
//
//   const ModelAccounts cost = CountModel({.model = a}, a.max_positions);
//   cost.accounts.total_parameters();  cost.memory.activation_bytes_per_token();
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_MODEL_ACCOUNTS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_MODEL_ACCOUNTS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "common/architecture/architecture.h"
#include "widthlab/model/v1/model.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

struct ScheduledModel {
  architecture::Architecture model;  // accepted by Validate

  // Width of all heads together in every layer, the residual stream staying at hidden_size; empty:
  // as the architecture has it. Not beside residual_widths.
  std::vector<int64_t> attention_widths = {};
};

struct ModelAccounts {
  model::v1::Accounts accounts;
  schedule::v1::MemoryAccounts memory;
};

// INVALID_ARGUMENT naming attention_widths: their number, a width that the heads do not divide into
// even widths, or residual widths beside them.
absl::Status CheckModel(const ScheduledModel& scheduled);

// Accounts at one sequence length, the cache at two bytes a number.
// Activations are counted in numbers a token:
//
//   layer: d + d + q + 2 kv + q   (norm, projections, attention product, output matrix)
//        + d + d + 3 w            (norm, matrices, gate; of each expert met; w = 0: none)
//   end:   d_L + d + v            (norm, unembedding, loss)
ModelAccounts CountModel(const ScheduledModel& scheduled, int64_t sequence_length);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_MODEL_ACCOUNTS_H_
