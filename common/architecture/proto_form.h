// The architecture as requests and answers carry it, widthlab.model.v1.Architecture, and back.
//
//   ASSIGN_OR_RETURN(const Architecture a, FromProto(resolved_spec.architecture()));
//   *response.mutable_accounts() = AccountsProto(a, a.max_positions);
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_PROTO_FORM_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_PROTO_FORM_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "widthlab/model/v1/model.pb.h"

namespace widthlab::architecture {

// `proto` is resolved (spec::Resolve wrote the defaults). kv_heads left out means `heads`, an empty
// ffn_widths means ffn_width everywhere. INVALID_ARGUMENT names the proto's field; what a client
// must be told beyond the field options is here: heads that do not divide hidden_size into even
// widths, kv_heads that do not divide heads, a list of another length than `layers`.
absl::StatusOr<Architecture> FromProto(const model::v1::Architecture& proto);

// Every field written out; ffn_widths only where the widths differ from each other or from
// `uniform_width`, traits only where the model is not our own decoder. INVALID_ARGUMENT for what
// the message cannot say: residual widths, experts.
absl::StatusOr<model::v1::Architecture> ToProto(const Architecture& a, int64_t uniform_width);

// Counts at one sequence length; the cache at two bytes a number.
model::v1::Accounts AccountsProto(const Architecture& a, int64_t sequence_length);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_PROTO_FORM_H_
