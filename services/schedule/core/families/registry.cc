#include "services/schedule/core/families/registry.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "google/protobuf/descriptor.h"
#include "services/schedule/core/families/given_families.h"
#include "services/schedule/core/families/guided_families.h"
#include "services/schedule/core/families/hourglass_families.h"
#include "services/schedule/core/families/reordered_families.h"
#include "services/schedule/core/families/shape_families.h"

namespace widthlab::schedule {
namespace {

constexpr Family kFamilies[] = {
    {v1::ScheduleSpec::kUniform, MakeUniform},
    {v1::ScheduleSpec::kCosineTaper, MakeCosineTaper},
    {v1::ScheduleSpec::kGeometryGuided, MakeGeometryGuided},
    {v1::ScheduleSpec::kInverseWork, MakeInverseWork},
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

std::string ProfileOf(const v1::ScheduleSpec& spec) {
  if (spec.has_geometry_guided()) return spec.geometry_guided().profile();
  if (spec.has_inverse_work()) return spec.inverse_work().profile();
  if (spec.has_reversed()) return spec.reversed().profile();
  if (spec.has_permuted()) return spec.permuted().profile();
  return "";
}

}  // namespace widthlab::schedule
