#include "services/schedule/core/families/registry.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "google/protobuf/descriptor.h"
#include "services/schedule/core/families/given_families.h"
#include "services/schedule/core/families/guided_families.h"
#include "services/schedule/core/families/hourglass_families.h"
#include "services/schedule/core/families/joint_family.h"
#include "services/schedule/core/families/moe_family.h"
#include "services/schedule/core/families/reordered_families.h"
#include "services/schedule/core/families/shape_families.h"

namespace widthlab::schedule {
namespace {

constexpr Family kFamilies[] = {
    {v1::ScheduleSpec::kUniform, MakeUniform},
    {v1::ScheduleSpec::kCosineTaper, MakeCosineTaper},
    {v1::ScheduleSpec::kGeometryGuided, MakeGeometryGuided},
    {v1::ScheduleSpec::kInverseWork, MakeInverseWork},
    {v1::ScheduleSpec::kSensitivityOnly, MakeSensitivityOnly},
    {v1::ScheduleSpec::kLinearTaper, MakeLinearTaper},
    {v1::ScheduleSpec::kOpenelmLinear, MakeOpenelmLinear},
    {v1::ScheduleSpec::kReverse, MakeReverse},
    {v1::ScheduleSpec::kFrame, MakeFrame},
    {v1::ScheduleSpec::kCrown, MakeCrown},
    {v1::ScheduleSpec::kFfnBand, MakeFfnBand},
    {v1::ScheduleSpec::kReversed, MakeReversed},
    {v1::ScheduleSpec::kPermuted, MakePermuted},
    {v1::ScheduleSpec::kHourglass, MakeHourglass},
    {v1::ScheduleSpec::kHourglassArithmetic, MakeHourglassArithmetic},
    {v1::ScheduleSpec::kMoe, MakeMoe},
    {v1::ScheduleSpec::kJoint, MakeJoint},
    {v1::ScheduleSpec::kExplicit, MakeExplicit},
};

}  // namespace

absl::Span<const Family> AllFamilies() { return kFamilies; }

absl::StatusOr<const Family*> FamilyOf(const v1::ScheduleSpec& spec) {
  std::string names;
  for (const Family& family : kFamilies) {
    if (family.tag == spec.family_case()) return &family;
    absl::StrAppend(&names, names.empty() ? "" : ", ", NameOf(family));
  }
  return InvalidField("family", "left out", absl::StrCat("one of ", names));
}

const google::protobuf::FieldDescriptor& FieldOf(const Family& family) {
  return *v1::ScheduleSpec::descriptor()->FindFieldByNumber(family.tag);
}

std::string NameOf(const Family& family) { return FieldOf(family).name(); }

std::string InputOf(const v1::ScheduleSpec& spec, std::string_view input) {
  const auto* const family = v1::ScheduleSpec::descriptor()->FindFieldByNumber(spec.family_case());
  if (family == nullptr) return "";
  const auto& options = spec.GetReflection()->GetMessage(spec, family);
  const auto* const field = options.GetDescriptor()->FindFieldByName(std::string(input));
  return field == nullptr ? "" : options.GetReflection()->GetString(options, field);
}

}  // namespace widthlab::schedule
