// The traits of an architecture as widthlab.model.v1.Traits, and back.
//
//   if (HasTraits(a)) *proto.mutable_traits() = TraitsProto(a);
//   RETURN_IF_ERROR(ReadTraits(proto.traits(), a));
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_TRAITS_PROTO_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_TRAITS_PROTO_H_

#include "absl/status/status.h"
#include "common/architecture/architecture.h"
#include "widthlab/model/v1/model.pb.h"

namespace widthlab::architecture {

model::v1::Traits TraitsProto(const Architecture& a);

// Sets what the message says on `a`, whose sizes are set. INVALID_ARGUMENT naming the field for a
// word that it does not know.
absl::Status ReadTraits(const model::v1::Traits& traits, Architecture& a);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_TRAITS_PROTO_H_
