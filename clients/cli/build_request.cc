#include "clients/cli/build_request.h"

#include "absl/strings/str_cat.h"
#include "clients/cli/parse.h"
#include "clients/cli/suggest.h"
#include "common/spec/resolve.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;
using schedule::v1::ScheduleSpec;

const OneofDescriptor& Families() { return *ScheduleSpec::descriptor()->FindOneofByName("family"); }

const FieldDescriptor* FindFamily(std::string_view name) {
  for (int i = 0; i < Families().field_count(); ++i) {
    if (Families().field(i)->name() == name) return Families().field(i);
  }
  return nullptr;
}

bool Has(const Descriptor& type, const std::string& key) {
  return type.FindFieldByName(key) != nullptr;
}

// The path of `key` in the spec. One that is nowhere is taken for the family's, whose error then
// lists what there is.
std::string PathOf(const FieldDescriptor& family, const std::string& key) {
  const std::string first = key.substr(0, key.find('.'));
  if (Has(*family.message_type(), first)) return absl::StrCat(family.name(), ".", key);
  if (Has(*ScheduleSpec::descriptor(), first)) return key;
  if (Has(*model::v1::Architecture::descriptor(), first)) {
    return absl::StrCat("architecture.", key);
  }
  return absl::StrCat(family.name(), ".", key);
}

absl::Status Apply(const FieldDescriptor& family, const std::string& setting, ScheduleSpec& spec) {
  const size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    return UsageError("--set", absl::StrCat("'--set ", setting, "' must be --set KEY=VALUE"));
  }
  return spec::SetField(spec, PathOf(family, setting.substr(0, equals)),
                        setting.substr(equals + 1));
}

}  // namespace

std::vector<std::string> FamilyNames() {
  std::vector<std::string> names;
  for (int i = 0; i < Families().field_count(); ++i) names.push_back(Families().field(i)->name());
  return names;
}

const Descriptor* FamilyType(std::string_view name) {
  const FieldDescriptor* const field = FindFamily(name);
  return field == nullptr ? nullptr : field->message_type();
}

absl::StatusOr<ScheduleSpec> BuildSpec(const BuildWords& words) {
  const std::pair<const char*, const std::string*> required[] = {{"--family", &words.family},
                                                                 {"--layers", &words.layers},
                                                                 {"--d-model", &words.d_model},
                                                                 {"--ffn-width", &words.ffn_width}};
  for (const auto& [flag, value] : required) {
    if (value->empty()) return UsageError(flag, absl::StrCat("'schedule build' needs ", flag));
  }
  const FieldDescriptor* const family = FindFamily(words.family);
  if (family == nullptr) {
    return UsageError("--family", absl::StrCat("there is no family '", words.family, "'",
                                               DidYouMean(words.family, FamilyNames())));
  }
  ScheduleSpec spec;
  spec.GetReflection()->MutableMessage(&spec, family);
  RETURN_IF_ERROR(spec::SetField(spec, "architecture.layers", words.layers));
  RETURN_IF_ERROR(spec::SetField(spec, "architecture.hidden_size", words.d_model));
  RETURN_IF_ERROR(spec::SetField(spec, "architecture.ffn_width", words.ffn_width));
  for (const std::string& setting : words.settings) {
    RETURN_IF_ERROR(Apply(*family, setting, spec));
  }
  return spec;
}

}  // namespace widthlab::cli
