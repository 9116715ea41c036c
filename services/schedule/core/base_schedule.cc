#include "services/schedule/core/base_schedule.h"

#include <string_view>

#include "absl/strings/str_cat.h"
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

// `field` of the spec's family, as errors name it.
std::string PathOf(const v1::ScheduleSpec& spec, const char* field) {
  return absl::StrCat(spec.has_reversed() ? "reversed." : "permuted.", field);
}

std::string BaseOf(const v1::ScheduleSpec& spec) {
  return spec.has_reversed() ? spec.reversed().base() : spec.permuted().base();
}

std::string BaseProfileOf(const v1::ScheduleSpec& spec) {
  return spec.has_reversed() ? spec.reversed().profile() : spec.permuted().profile();
}

void SetBase(v1::ScheduleSpec& spec, const std::string& base, const std::string& schedule) {
  if (spec.has_reversed()) {
    spec.mutable_reversed()->set_base(base);
    spec.mutable_reversed()->set_schedule(schedule);
  } else {
    spec.mutable_permuted()->set_base(base);
    spec.mutable_permuted()->set_schedule(schedule);
  }
}

absl::Status SetProfile(const v1::ScheduleSpec& spec, const std::string& base, Message& options) {
  const FieldDescriptor* const field = options.GetDescriptor()->FindFieldByName("profile");
  const std::string profile = BaseProfileOf(spec);
  if (field == nullptr) {
    if (profile.empty()) return absl::OkStatus();
    return InvalidField(PathOf(spec, "profile"), profile,
                        absl::StrCat("left out: the base ", base, " reads none"));
  }
  if (profile.empty()) {
    return InvalidField(
        PathOf(spec, "profile"), "left out",
        absl::StrCat("the id of a profile, which the base ", base, " reads; or give another base"));
  }
  options.GetReflection()->SetString(&options, field, profile);
  return absl::OkStatus();
}

}  // namespace

bool HasBase(const v1::ScheduleSpec& spec) { return spec.has_reversed() || spec.has_permuted(); }

std::string BaseScheduleOf(const v1::ScheduleSpec& spec) {
  if (spec.has_reversed()) return spec.reversed().schedule();
  if (spec.has_permuted()) return spec.permuted().schedule();
  return "";
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
  if (!endless) RETURN_IF_ERROR(SetProfile(spec, base, options));
  if (endless || !spec::Resolve(out).ok()) {
    return InvalidField(PathOf(spec, "base"), base,
                        "a family that needs no options, or the id of a schedule of it");
  }
  return out;
}

}  // namespace widthlab::schedule
