#include "common/architecture/rope_config.h"

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "nlohmann/json.hpp"

namespace widthlab::architecture {
namespace {

using Json = nlohmann::json;
using Kind = RopeScaling::Kind;

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"default", Kind::kNone}, {"linear", Kind::kLinear}, {"llama3", Kind::kLlama3}};

constexpr char kFull[] = "full_attention";
constexpr char kSliding[] = "sliding_attention";

// One kind of layer's rotation.
struct Rope {
  double theta = 0;
  RopeScaling scaling = {};
};

absl::Status ReadLlama3(KeyReader& keys, RopeScaling& scaling) {
  RETURN_IF_ERROR(keys.TakeReal("low_freq_factor", &scaling.low_freq_factor));
  RETURN_IF_ERROR(keys.TakeReal("high_freq_factor", &scaling.high_freq_factor));
  return keys.TakeInteger("original_max_position_embeddings", &scaling.original_max_positions);
}

// One object of rope_scaling or rope_parameters.
absl::Status ReadKeys(KeyReader& keys, Rope& rope) {
  if (keys.Has("rope_theta")) RETURN_IF_ERROR(keys.TakeReal("rope_theta", &rope.theta));
  const std::string_view type = keys.Has("rope_type") ? "rope_type" : "type";
  if (keys.Has(type)) RETURN_IF_ERROR(keys.TakeName(type, kKinds, &rope.scaling.kind));
  keys.Drop("type");  // beside rope_type it says the same in the older spelling
  if (rope.scaling.kind != Kind::kNone) {
    RETURN_IF_ERROR(keys.TakeReal("factor", &rope.scaling.factor));
  }
  if (rope.scaling.kind == Kind::kLlama3) RETURN_IF_ERROR(ReadLlama3(keys, rope.scaling));
  if (keys.Has("partial_rotary_factor")) {
    double share = 1;
    RETURN_IF_ERROR(keys.TakeReal("partial_rotary_factor", &share));
    if (share != 1) return InvalidField("partial_rotary_factor", absl::StrCat(share), "1");
  }
  for (const std::string& key : keys.Left()) {
    return InvalidField(key, ShownJson(keys.Peek(key)),
                        "absent: this kind of rotary scaling does not have it");
  }
  return absl::OkStatus();
}

absl::Status ReadObject(std::string_view path, const Json& object, Rope& rope) {
  if (!object.is_object()) return InvalidField(path, ShownJson(object), "an object");
  KeyReader keys(object);
  keys.DropNulls();
  return UnderField(ReadKeys(keys, rope), path);
}

// rope_parameters by layer type: {"full_attention": {...}, "sliding_attention": {...}}.
absl::Status ReadByLayerType(const Family& family, const Json& object, Rope& global, Rope& local) {
  for (const auto& [type, parameters] : object.items()) {
    const std::string path = absl::StrCat("rope_parameters.", type);
    if (type == kFull) {
      RETURN_IF_ERROR(ReadObject(path, parameters, global));
    } else if (type == kSliding && family.local_rope_theta > 0) {
      RETURN_IF_ERROR(ReadObject(path, parameters, local));
    } else {
      return InvalidField(path, ShownJson(parameters),
                          absl::StrCat("absent in a ", std::string(family.model_type)));
    }
  }
  if (local.scaling.kind != Kind::kNone) {
    return InvalidField("rope_parameters.sliding_attention.rope_type", "scaled", "\"default\"");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadRope(const Family& family, KeyReader& keys, Architecture& a) {
  if (family.positions != Positions::kRotary) return absl::OkStatus();
  Rope global{.theta = family.rope_theta};
  Rope local{.theta = family.local_rope_theta};
  if (keys.Has("rope_theta")) RETURN_IF_ERROR(keys.TakeReal("rope_theta", &global.theta));
  if (family.local_rope_theta > 0 && keys.Has("rope_local_base_freq")) {
    RETURN_IF_ERROR(keys.TakeReal("rope_local_base_freq", &local.theta));
  }
  if (keys.Has("rope_scaling")) {
    ASSIGN_OR_RETURN(const Json object, keys.Take("rope_scaling"));
    RETURN_IF_ERROR(ReadObject("rope_scaling", object, global));
  }
  if (keys.Has("rope_parameters")) {
    ASSIGN_OR_RETURN(const Json object, keys.Take("rope_parameters"));
    const bool by_type =
        object.is_object() && (object.contains(kFull) || object.contains(kSliding));
    RETURN_IF_ERROR(by_type ? ReadByLayerType(family, object, global, local)
                            : ReadObject("rope_parameters", object, global));
  }
  a.rope_theta = global.theta;
  a.rope_scaling = global.scaling;
  a.local_rope_theta = local.theta;
  return absl::OkStatus();
}

}  // namespace widthlab::architecture
