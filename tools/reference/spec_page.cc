#include "tools/reference/spec_page.h"

#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "common/spec/enum_names.h"
#include "common/spec/field_rule.h"
#include "tools/reference/markdown.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/pipeline/v1/pipeline_service.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::reference {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;

constexpr char kHead[] = R"(# Specs

Every template, step and family of schedules with its fields. This page is made from the options on
the fields of the `.proto` files, which are also what requests are checked against;
`bazel run //tools/reference:write_pages` makes it again, and a test compares the two.

- **may be** gives the type and the interval: `[0, 1)` holds 0 but not 1.
- **default** is what a field holds when it is left out. A field without one stays unset, which then
  means what its line says; *required* ones must be given.
- Enum values are written short and in any case: `raw` is `GEOMETRY_RAW`.
- Fields marked *by the service* are filled in when a spec is resolved (for instance the class of the
  device). Giving one asks for exactly that value.
- A field that takes an artifact takes its id, or in a pipeline `step:ID`, the result of another step.

From the command line: `widthctl pipeline run TEMPLATE --set train.steps=400`,
`widthctl schedule build --family NAME --set KEY=VALUE`; both tell these fields with `--help`.
)";

// Collects messages and enums in the order in which they are first named.
template <typename Type>
class Queue {
 public:
  void Add(const Type& type) {
    for (const Type* known : all_) {
      if (known == &type) return;
    }
    all_.push_back(&type);
  }
  const std::vector<const Type*>& all() const { return all_; }

 private:
  std::vector<const Type*> all_;
};

std::string Anchor(std::string_view title) {
  return absl::StrCat("#", absl::AsciiStrToLower(std::string(title)));
}

class Writer {
 public:
  explicit Writer(const Comments& comments) : comments_(comments) {}

  // A section of every message that a oneof offers, under the field's name.
  void WriteChoices(const OneofDescriptor& choices) {
    for (int i = 0; i < choices.field_count(); ++i) {
      const FieldDescriptor& field = *choices.field(i);
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
      told_.Add(*field.message_type());
    }
    for (int i = 0; i < choices.field_count(); ++i) {
      const FieldDescriptor& field = *choices.field(i);
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
      absl::StrAppend(&text_, "\n### ", field.name(), "\n", AnchorOf(*field.message_type()));
      WriteMessage(*field.message_type(), comments_.Of(field));
    }
  }

  // The fields of a message that stand outside its oneofs.
  void WriteFields(const Descriptor& type) {
    std::string rows;
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      if (field.real_containing_oneof() == nullptr) rows += FieldRow(field);
    }
    if (rows.empty()) {
      text_ += "\nIt has no fields.\n";
      return;
    }
    absl::StrAppend(&text_, "\n", TableHead({"field", "may be", "default", "meaning"}), rows);
  }

  // Messages and enums that were named and have no section yet.
  void WriteTheRest() {
    text_ += "\n## Parts\n\nMessages inside the others.\n";
    for (size_t i = 0; i < named_.all().size(); ++i) {
      const Descriptor& type = *named_.all()[i];
      if (IsTold(type)) continue;
      told_.Add(type);
      absl::StrAppend(&text_, "\n### ", type.name(), "\n");
      WriteMessage(type, "");
    }
    text_ += "\n## Values\n";
    for (const EnumDescriptor* type : enums_.all()) WriteEnum(*type);
  }

  void Append(std::string_view text) { absl::StrAppend(&text_, std::string(text)); }
  std::string Take() { return std::move(text_); }

 private:
  bool IsTold(const Descriptor& type) const {
    for (const Descriptor* known : told_.all()) {
      if (known == &type) return true;
    }
    return false;
  }

  // So that links to a message find the section that has another title; one for each.
  std::string AnchorOf(const Descriptor& type) {
    for (const Descriptor* known : anchored_.all()) {
      if (known == &type) return "";
    }
    anchored_.Add(type);
    return absl::StrCat("<a id=\"", absl::AsciiStrToLower(type.name()), "\"></a>\n");
  }

  void WriteMessage(const Descriptor& type, const std::string& note) {
    const options::v1::MessageRule& rule = type.options().GetExtension(options::v1::message);
    std::string about = rule.summary().empty() ? comments_.Of(type) : rule.summary();
    absl::StrAppend(&text_, "\n", Plain(about), "\n");
    if (!rule.summary().empty() && !comments_.Of(type).empty()) {
      absl::StrAppend(&text_, "\n", Plain(comments_.Of(type)), "\n");
    }
    if (!note.empty()) absl::StrAppend(&text_, "\n", Plain(note), "\n");
    if (!rule.source().empty()) absl::StrAppend(&text_, "\nSource: ", rule.source(), ".\n");
    WriteFields(type);
  }

  void WriteEnum(const EnumDescriptor& type) {
    absl::StrAppend(&text_, "\n### ", type.name(), "\n\n", TableHead({"value", "meaning"}));
    for (int i = 0; i < type.value_count(); ++i) {
      if (spec::IsUnspecified(*type.value(i))) continue;
      text_ += TableRow({Code(absl::AsciiStrToLower(spec::ShortName(*type.value(i)))),
                         Plain(comments_.Of(*type.value(i)))});
    }
  }

  std::string FieldRow(const FieldDescriptor& field) {
    const options::v1::FieldRule& rule = spec::RuleOf(field);
    std::string value = spec::HasDefault(field) ? Code(spec::DefaultText(field)) : "";
    if (rule.required()) value = "*required*";
    if (rule.resolved_by_service()) value = "*by the service*";
    return TableRow({Code(field.name()), MayBe(field), value, Plain(comments_.Of(field))});
  }

  std::string MayBe(const FieldDescriptor& field) {
    const options::v1::FieldRule& rule = spec::RuleOf(field);
    std::string text;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      named_.Add(*field.message_type());
      const std::string& name = field.message_type()->name();
      text = absl::StrCat("[", name, "](", Anchor(name), ")");
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
      enums_.Add(*field.enum_type());
      const std::string& name = field.enum_type()->name();
      text = absl::StrCat("one of [", name, "](", Anchor(name), ")");
    } else {
      text = spec::AllowedText(field);
    }
    if (field.is_repeated()) text = absl::StrCat(CountText(rule), text);
    if (!rule.unit().empty()) absl::StrAppend(&text, ", in ", rule.unit());
    return text;
  }

  static std::string CountText(const options::v1::FieldRule& rule) {
    std::string count = "list";
    if (rule.min_items() > 0) absl::StrAppend(&count, " of at least ", rule.min_items());
    if (rule.max_items() > 0) {
      absl::StrAppend(&count, rule.min_items() > 0 ? " and at most " : " of at most ",
                      rule.max_items());
    }
    return absl::StrCat(count, rule.unique_items() ? ", no two equal: " : ": ");
  }

  const Comments& comments_;
  std::string text_;
  Queue<Descriptor> told_;
  Queue<Descriptor> anchored_;
  Queue<Descriptor> named_;
  Queue<EnumDescriptor> enums_;
};

}  // namespace

std::string SpecPage(const Comments& comments) {
  Writer writer(comments);
  writer.Append(kHead);
  writer.Append("\n## Templates\n\nWhat `RunPipeline` and `widthctl pipeline run` take by name.\n");
  writer.WriteChoices(*pipeline::v1::RunPipelineRequest::descriptor()->FindOneofByName("pipeline"));
  writer.Append("\n## Steps\n\nOf a pipeline of one's own (`steps`), and of the services' RPCs.\n");
  writer.WriteChoices(*pipeline::v1::PipelineStep::descriptor()->FindOneofByName("spec"));
  writer.Append(
      "\n## Families of schedules\n\nOne of them in a `schedule` step; "
      "`widthctl schedule families` lists them.\n");
  writer.WriteChoices(*schedule::v1::ScheduleSpec::descriptor()->FindOneofByName("family"));
  writer.WriteTheRest();
  return writer.Take();
}

}  // namespace widthlab::reference
