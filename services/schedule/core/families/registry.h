// All families, in the order in which lists show them.
//
//   ASSIGN_OR_RETURN(const Family* family, FamilyOf(spec));
//   family->make(input);
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REGISTRY_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REGISTRY_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "services/schedule/core/families/family.h"

namespace widthlab::schedule {

absl::Span<const Family> AllFamilies();

// The family that the spec's oneof names. INVALID_ARGUMENT naming `family`, with all names, where
// it names none.
absl::StatusOr<const Family*> FamilyOf(const v1::ScheduleSpec& spec);

// The family's field in ScheduleSpec: its name is the family's name, its message holds the options.
const google::protobuf::FieldDescriptor& FieldOf(const Family& family);

std::string NameOf(const Family& family);

// The id of the "profile" or "sensitivity" that the spec's family reads; empty for one that reads
// none.
std::string InputOf(const v1::ScheduleSpec& spec, std::string_view input);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_REGISTRY_H_
