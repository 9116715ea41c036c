#include "services/orchestrator/web/pages/form.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"

namespace widthlab::web {
namespace {

Html Option(const std::string& value, const std::string& text, bool chosen) {
  // An empty value would stand alone, which means the same to a browser.
  Attributes attributes = {{"value", value}};
  if (chosen) attributes.emplace_back("selected", "");
  return Element("option", attributes, Text(text));
}

Html Field(const Choice& choice) {
  if (choice.values.empty()) {
    Attributes attributes = {{"name", choice.name}, {"size", "28"}};
    if (!choice.chosen.empty()) attributes.emplace_back("value", choice.chosen);
    if (!choice.example.empty()) attributes.emplace_back("placeholder", choice.example);
    return Void("input", attributes);
  }
  Html options = Option("", "all", choice.chosen.empty());
  for (const std::string& value : choice.values) {
    options.Add(Option(value, value, value == choice.chosen));
  }
  return Element("select", {{"name", choice.name}}, options);
}

}  // namespace

Html FilterForm(const std::string& path, const std::vector<Choice>& choices) {
  Html fields;
  for (const Choice& choice : choices) {
    fields.Add(Element("label", Text(choice.label + " ") + Field(choice)));
  }
  fields.Add(Element("button", "Show"));
  return Element("form", {{"class", "filter"}, {"action", path}, {"method", "get"}}, fields) +
         Html::Trusted("\n");
}

absl::Status CheckChoice(const std::string& name, const std::string& value,
                         const std::vector<std::string>& values) {
  if (std::find(values.begin(), values.end(), value) != values.end()) return absl::OkStatus();
  return InvalidField(name, value, absl::StrCat("one of ", absl::StrJoin(values, ", ")));
}

}  // namespace widthlab::web
