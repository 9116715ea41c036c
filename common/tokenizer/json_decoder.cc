#include "common/tokenizer/json_decoder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tokenizer/json_object.h"

namespace widthlab::tokenizer {
namespace {

using Json = nlohmann::json;
using Kind = DecodeStep::Kind;

constexpr uint64_t kMaxStrip = 1000;

absl::StatusOr<DecodeStep> Replace(JsonObject& object) {
  const Json* value = object.Find("pattern");
  JsonObject pattern(value == nullptr ? Json::object() : *value, object.PathOf("pattern"));
  ASSIGN_OR_RETURN(const std::optional<std::string> from, pattern.OptionalText("String"));
  ASSIGN_OR_RETURN(std::string to, object.Text("content"));
  if (!from.has_value() || from->empty()) {
    return DecodeStep{.kind = Kind::kUnknown, .from = "Replace of a regular expression"};
  }
  return DecodeStep{.kind = Kind::kReplace, .from = *from, .to = std::move(to)};
}

absl::StatusOr<DecodeStep> Strip(JsonObject& object) {
  DecodeStep step{.kind = Kind::kStrip};
  ASSIGN_OR_RETURN(step.from, object.Text("content"));
  ASSIGN_OR_RETURN(const uint64_t left, object.Number("start"));
  ASSIGN_OR_RETURN(const uint64_t right, object.Number("stop"));
  step.left = static_cast<int>(std::min(left, kMaxStrip));
  step.right = static_cast<int>(std::min(right, kMaxStrip));
  return step;
}

absl::StatusOr<DecodeStep> Metaspace(JsonObject& object) {
  DecodeStep step{.kind = Kind::kMetaspace, .to = " "};
  ASSIGN_OR_RETURN(step.from, object.Text("replacement"));
  ASSIGN_OR_RETURN(const bool add_prefix_space, object.Bool("add_prefix_space", true));
  ASSIGN_OR_RETURN(const std::optional<std::string> scheme, object.OptionalText("prepend_scheme"));
  step.left = add_prefix_space && scheme.value_or("always") != "never" ? 1 : 0;
  return step;
}

absl::StatusOr<DecodeStep> Step(JsonObject& object, const std::string& type) {
  if (type == "ByteLevel") return DecodeStep{.kind = Kind::kByteLevel};
  if (type == "ByteFallback") return DecodeStep{.kind = Kind::kByteFallback};
  if (type == "Fuse") return DecodeStep{.kind = Kind::kFuse};
  if (type == "Replace") return Replace(object);
  if (type == "Strip") return Strip(object);
  if (type == "Metaspace") return Metaspace(object);
  return DecodeStep{.kind = Kind::kUnknown, .from = type};
}

absl::Status AddSteps(const Json& json, const std::string& path, TokenDecoder& decoder) {
  JsonObject object(json, path);
  ASSIGN_OR_RETURN(const std::string type, object.Text("type"));
  if (type != "Sequence") {
    ASSIGN_OR_RETURN(DecodeStep step, Step(object, type));
    decoder.Add(std::move(step));
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const Json* list, object.List("decoders"));
  for (size_t i = 0; i < list->size(); ++i) {
    RETURN_IF_ERROR(
        AddSteps((*list)[i], absl::StrCat(object.PathOf("decoders"), "[", i, "]"), decoder));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<TokenDecoder> ParseDecoder(const Json& json, const std::string& path) {
  TokenDecoder decoder;
  if (!json.is_null()) RETURN_IF_ERROR(AddSteps(json, path, decoder));
  return decoder;
}

}  // namespace widthlab::tokenizer
