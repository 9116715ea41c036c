// The rotary positions that a config.json of transformers 4 or 5 asks for.
//
//   RETURN_IF_ERROR(ReadRope(family, keys, a));   // a.rope_theta, rope_scaling, local_rope_theta
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_ROPE_CONFIG_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_ROPE_CONFIG_H_

#include "absl/status/status.h"
#include "common/architecture/architecture.h"
#include "common/architecture/families.h"
#include "common/architecture/key_reader.h"

namespace widthlab::architecture {

// Takes rope_theta, rope_scaling, rope_local_base_freq and rope_parameters. INVALID_ARGUMENT naming
// the key for a kind of scaling that we lack (yarn, dynamic, longrope), for parameters that a kind
// does not have, and for layer types with bases of their own in a family that has one base.
absl::Status ReadRope(const Family& family, KeyReader& keys, Architecture& a);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_ROPE_CONFIG_H_
