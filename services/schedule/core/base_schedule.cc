#include "services/schedule/core/base_schedule.h"

#include <string_view>

#include "absl/strings/str_cat.h"
#include "common/spec/field_rule.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "google/protobuf/descriptor.h"
#include "services/schedule/core/families/registry.h"

namespace widthlab::schedule {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr char kSchedule[] = "schedule";
constexpr std::string_view kArtifacts = "artifacts/";

const Family* FamilyNamed(const std::string& name) {
  for (const Family& family : AllFamilies()) {
    if (NameOf(family) == name) return &family;
  }
  return nullptr;
}

// The family's options, whose fields `base`, `profile`, `sensitivity` and `schedule` are the same
// in every family that has a base.
const Message& OptionsOf(const v1::ScheduleSpec& spec) {
  const FieldDescriptor& family = *spec.GetDescriptor()->FindFieldByNumber(spec.family_case());
  return spec.GetReflection()->GetMessage(spec, &family);
}

std::string StringOf(const v1::ScheduleSpec& spec, const char* field) {
  const Message& options = OptionsOf(spec);
  return options.GetReflection()->GetString(options,
                                            options.GetDescriptor()->FindFieldByName(field));
}

// `field` of the spec's family, as errors name it.
std::string PathOf(const v1::ScheduleSpec& spec, const char* field) {
  const FieldDescriptor& family = *spec.GetDescriptor()->FindFieldByNumber(spec.family_case());
  return absl::StrCat(family.name(), ".", field);
}

std::string BaseOf(const v1::ScheduleSpec& spec) { return StringOf(spec, "base"); }

void SetBase(v1::ScheduleSpec& spec, const std::string& base, const std::string& schedule) {
  const FieldDescriptor* const family = spec.GetDescriptor()->FindFieldByNumber(spec.family_case());
  Message& options = *spec.GetReflection()->MutableMessage(&spec, family);
  const auto set = [&options](const char* field, const std::string& value) {
    options.GetReflection()->SetString(&options, options.GetDescriptor()->FindFieldByName(field),
                                       value);
  };
  set("base", base);
  set(kSchedule, schedule);
}

// Hands the id of an input on to the base, which may not read one, or must have one.
absl::Status HandOn(const v1::ScheduleSpec& spec, const char* input, const std::string& base,
                    Message& options) {
  const FieldDescriptor* const field = options.GetDescriptor()->FindFieldByName(input);
  const std::string id = StringOf(spec, input);
  if (field == nullptr) {
    if (id.empty()) return absl::OkStatus();
    return InvalidField(PathOf(spec, input), id,
                        absl::StrCat("left out: the base ", base, " reads none"));
  }
  if (id.empty() && spec::RuleOf(*field).required()) {
    return InvalidField(PathOf(spec, input), "left out",
                        absl::StrCat("the id of a ", input, ", which the base ", base,
                                     " reads; or give another base"));
  }
  options.GetReflection()->SetString(&options, field, id);
  return absl::OkStatus();
}

}  // namespace

bool HasBase(const v1::ScheduleSpec& spec) {
  return spec.has_reversed() || spec.has_permuted() || spec.has_moe();
}

std::string BaseScheduleOf(const v1::ScheduleSpec& spec) {
  return HasBase(spec) ? StringOf(spec, kSchedule) : "";
}

absl::Status FindBase(v1::ScheduleSpec& spec, artifact::ArtifactStore& store) {
  if (!HasBase(spec)) return absl::OkStatus();
  if (const std::string given = BaseScheduleOf(spec); !given.empty()) {
    SetBase(spec, kSchedule, given);
    return absl::OkStatus();
  }
  std::string base = BaseOf(spec);
  if (FamilyNamed(base) != nullptr) return absl::OkStatus();
  if (base.rfind(kArtifacts, 0) == 0) base = base.substr(kArtifacts.size());
  const absl::StatusOr<artifact::v1::Artifact> found = store.Get(base);
  if (!found.ok()) {
    return InvalidField(PathOf(spec, "base"), BaseOf(spec),
                        "the name of a family or the id of a schedule");
  }
  if (found->manifest().kind() != artifact::v1::ARTIFACT_KIND_SCHEDULE) {
    return InvalidField(PathOf(spec, "base"), BaseOf(spec), "the id of a schedule");
  }
  SetBase(spec, kSchedule, found->id());
  return absl::OkStatus();
}

absl::StatusOr<v1::ScheduleSpec> BaseSpec(const v1::ScheduleSpec& spec) {
  const std::string base = BaseOf(spec);
  const Family* const family = FamilyNamed(base);
  if (family == nullptr) {
    return InvalidField(PathOf(spec, "base"), base, "the name of a family or the id of a schedule");
  }
  v1::ScheduleSpec out = spec;
  Message& options = *out.GetReflection()->MutableMessage(&out, &FieldOf(*family));
  const bool endless = HasBase(out);
  if (!endless) {
    RETURN_IF_ERROR(HandOn(spec, "profile", base, options));
    RETURN_IF_ERROR(HandOn(spec, "sensitivity", base, options));
  }
  if (endless || !spec::Resolve(out).ok()) {
    return InvalidField(PathOf(spec, "base"), base,
                        "a family that needs no options, or the id of a schedule of it");
  }
  return out;
}

}  // namespace widthlab::schedule
