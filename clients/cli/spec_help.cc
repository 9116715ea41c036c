#include "clients/cli/spec_help.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "clients/cli/help.h"
#include "common/spec/field_rule.h"

namespace widthlab::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

struct FieldLine {
  std::string path = {};
  std::string text = {};
};

std::string Describe(const FieldDescriptor& field) {
  const options::v1::FieldRule& rule = spec::RuleOf(field);
  std::string text = spec::AllowedText(field);
  if (field.is_repeated()) absl::StrAppend(&text, " each; a list, items joined by commas");
  if (!rule.unit().empty()) absl::StrAppend(&text, ", in ", rule.unit());
  if (rule.required()) {
    absl::StrAppend(&text, "; required");
  } else if (spec::HasDefault(field)) {
    absl::StrAppend(&text, "; default ", spec::DefaultText(field));
  }
  return text;
}

void Collect(const Descriptor& type, const std::string& prefix,
             const std::vector<std::string>& hidden, int depth, std::vector<FieldLine>& lines) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string path = prefix + field.name();
    if (spec::RuleOf(field).resolved_by_service()) continue;
    if (std::find(hidden.begin(), hidden.end(), path) != hidden.end()) continue;
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      lines.push_back({path, Describe(field)});
    } else if (!field.is_repeated() && depth < 4) {
      Collect(*field.message_type(), path + ".", hidden, depth + 1, lines);
    } else {
      lines.push_back({path, "a list of " + field.message_type()->name() + ", as JSON"});
    }
  }
}

}  // namespace

std::string SpecHelp(const Descriptor& type, const std::vector<std::string>& hidden) {
  std::vector<FieldLine> lines;
  Collect(type, "", hidden, 0, lines);
  size_t width = 0;
  for (const FieldLine& line : lines) width = std::max(width, line.path.size());
  width = std::min<size_t>(width, 36);
  std::string text;
  for (const FieldLine& line : lines) {
    text += HelpEntry(line.path, line.text, static_cast<int>(width), 96);
  }
  return text;
}

}  // namespace widthlab::cli
