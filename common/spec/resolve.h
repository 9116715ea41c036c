// Resolves and checks any spec from the options on its fields: widthlab.options.v1.field.
//
//   geometry::v1::MeasureSpec spec = request.spec();
//   RETURN_IF_ERROR(spec::Resolve(spec));      // defaults written out, ranges checked
//   spec.hyperbolic_radius();                  // 0.9 unless the client said otherwise
#ifndef WIDTHLAB_COMMON_SPEC_RESOLVE_H_
#define WIDTHLAB_COMMON_SPEC_RESOLVE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/message.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::spec {

// Writes every default into `message` and the messages in it (a sub-message that is left out is
// made when one of its fields, at any depth, has a default, except inside a oneof), and checks
// ranges, requirements, item counts, duplicates, NaN, and enum values that are unknown. Fields that
// hold an artifact are made bare ids ("artifacts/x" becomes "x"); "step:ID" is left as it is. A
// field without presence counts as left out at zero, and an enum at UNSPECIFIED. Inside a field
// whose rule says `partial` (a template's step) what is required may be missing.
// Errors are INVALID_ARGUMENT and name field path, value and what is allowed.
absl::Status Resolve(google::protobuf::Message& message);

// One field that holds an artifact id.
struct InputReference {
  // Path, for instance "arms[2].runs[0]".
  std::string field = {};
  // Id, or "step:ID" in a pipeline.
  std::string id = {};
  std::vector<artifact::v1::ArtifactKind> kinds = {};
};

// Every artifact that a spec names (fields that are not empty), in field order.
std::vector<InputReference> InputsOf(const google::protobuf::Message& message);

// Replaces each reference by what `replace` returns for it.
absl::Status ReplaceInputs(
    google::protobuf::Message& message,
    const std::function<absl::StatusOr<std::string>(const InputReference&)>& replace);

// Sets one field by path from text, as `--set KEY=VALUE` has it: "train.steps" "400", "seeds"
// "1,2,3", "geometry" "raw" (enum values with or without prefix, in any case), "cosine_taper.start"
// "1.4", "arms" "[\"uniform\"]". INVALID_ARGUMENT UNKNOWN_FIELD lists the fields there are.
absl::Status SetField(google::protobuf::Message& message, std::string_view path,
                      std::string_view value);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_RESOLVE_H_
