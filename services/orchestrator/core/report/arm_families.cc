#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/spec/canonical_json.h"
#include "services/orchestrator/core/figures/words.h"
#include "services/orchestrator/core/report/html.h"
#include "services/orchestrator/core/report/sections.h"
#include "widthlab/options/v1/options.pb.h"

namespace widthlab::pipeline {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using schedule::v1::ScheduleSpec;

const FieldDescriptor* FamilyField(const std::string& family) {
  const FieldDescriptor* const field = ScheduleSpec::descriptor()->FindFieldByName(family);
  return field == nullptr || field->containing_oneof() == nullptr ? nullptr : field;
}

// What the family's own message says of it. Two families share the message of another.
std::string FamilySummary(const FieldDescriptor& family) {
  if (family.name() == "inverse_work") {
    return "As geometry_guided, with 1 / work in place of work: what should be worst if the idea "
           "holds.";
  }
  const auto& options = family.message_type()->options();
  const std::string summary = options.GetExtension(options::v1::message).summary();
  return family.name() == "hourglass_arithmetic" ? summary + " Along straight lines." : summary;
}

// The field of this name where it is set, else null.
const FieldDescriptor* SetField(const Message& options, const std::string& name) {
  const FieldDescriptor* const field = options.GetDescriptor()->FindFieldByName(name);
  return field != nullptr && options.GetReflection()->HasField(options, field) ? field : nullptr;
}

std::string TextOf(const Message& options, const std::string& name) {
  const FieldDescriptor* const field = SetField(options, name);
  return field == nullptr ? "" : options.GetReflection()->GetString(options, field);
}

// What the widths were made from, as the options say it (HTML).
std::string Guide(const Message& options) {
  std::vector<std::string> parts;
  const FieldDescriptor* const statistic = SetField(options, "statistic");
  const FieldDescriptor* const geometry = SetField(options, "geometry");
  if (statistic != nullptr && geometry != nullptr) {
    const auto value = [&](const FieldDescriptor* field) {
      return options.GetReflection()->GetEnumValue(options, field);
    };
    parts.push_back(absl::StrCat(
        "Work is the ", StatisticWord(static_cast<geometry::v1::Statistic>(value(statistic))),
        " in ", GeometryWord(static_cast<geometry::v1::Geometry>(value(geometry))), " geometry"));
  }
  const std::string base = TextOf(options, "base");
  if (!base.empty()) parts.push_back(absl::StrCat("The other is ", Escape(base)));
  for (const char* input : {"profile", "sensitivity", "schedule"}) {
    const std::string id = TextOf(options, input);
    if (!id.empty()) parts.push_back(absl::StrCat(input, " ", Identifier(id)));
  }
  return parts.empty() ? "" : " " + absl::StrJoin(parts, "; ");
}

// The spec that made the schedule `id`; empty where it was not made by one.
ScheduleSpec SpecOf(const ReportData& data, const std::string& id) {
  ScheduleSpec spec;
  for (const ReportSource& source : data.sources) {
    if (source.id != id || source.spec_type != ScheduleSpec::descriptor()->full_name()) continue;
    if (!spec::ParseJson(source.spec_json, spec).ok()) spec.Clear();
    break;
  }
  return spec;
}

// Nothing where the arm's family is not known.
std::string Describe(const ReportArm& arm, const ReportData& data) {
  if (!arm.schedule.has_value()) return "";
  const FieldDescriptor* const family = FamilyField(arm.schedule->family());
  if (family == nullptr) return "";
  const ScheduleSpec spec = SpecOf(data, arm.comparison.schedule());
  const bool made = spec.family_case() == family->number();
  return Escape(FamilySummary(*family)) +
         (made ? Guide(ScheduleSpec::GetReflection()->GetMessage(spec, family)) : "");
}

}  // namespace

std::string ArmFamilies(const ReportData& data) {
  // Names of the arms of which the same is said, in the order of the arms.
  std::vector<std::pair<std::string, std::string>> lines;
  for (const ReportArm& arm : data.arms) {
    const std::string text = Describe(arm, data);
    if (text.empty()) continue;
    const std::string name = absl::StrCat("<b>", Escape(arm.comparison.name()), "</b>");
    const auto known = std::find_if(lines.begin(), lines.end(),
                                    [&](const auto& line) { return line.first == text; });
    if (known == lines.end()) {
      lines.emplace_back(text, name);
    } else {
      absl::StrAppend(&known->second, ", ", name);
    }
  }
  std::string list;
  for (const auto& [text, names] : lines)
    absl::StrAppend(&list, "<li>", names, ": ", text, "</li>\n");
  return list.empty() ? "" : absl::StrCat("<ul class=\"families\">\n", list, "</ul>\n");
}

}  // namespace widthlab::pipeline
