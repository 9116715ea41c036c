// config.json of other people's models, in the spelling of transformers 4 and of 5.
//
//   ASSIGN_OR_RETURN(Architecture a, ReadFamilyConfig(family, keys));
//
// Read in both spellings: rope_theta, rope_scaling, rope_local_base_freq, sliding_window_pattern
// (4.x); rope_parameters, flat or by layer type, and layer_types (5.x). A key that is null or
// false, or that says nothing about the computation (token ids, dropout, cache, dtype), is passed
// over; every other key must be known, so that no trait is lost in silence.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_FAMILY_CONFIG_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_FAMILY_CONFIG_H_

#include "absl/status/statusor.h"
#include "common/architecture/architecture.h"
#include "common/architecture/families.h"
#include "common/architecture/key_reader.h"

namespace widthlab::architecture {

// `keys` holds all but model_type. INVALID_ARGUMENT naming the key (rope_scaling.rope_type, ...).
absl::StatusOr<Architecture> ReadFamilyConfig(const Family& family, KeyReader keys);

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_FAMILY_CONFIG_H_
