#include "clients/cli/values.h"

#include "absl/strings/ascii.h"
#include "common/spec/enum_names.h"

namespace widthlab::cli {

Values WordValues(const std::vector<std::string>& words) {
  return {.words = [words](const Arguments&) {
    std::vector<Word> known;
    for (const std::string& word : words) known.push_back({.text = word});
    return known;
  }};
}

std::vector<Word> EnumWords(const google::protobuf::EnumDescriptor& type) {
  std::vector<Word> words;
  for (int i = 1; i < type.value_count(); ++i) {
    words.push_back({.text = absl::AsciiStrToLower(spec::ShortName(*type.value(i)))});
  }
  return words;
}

Values EnumValues(const google::protobuf::EnumDescriptor& type) {
  return {.words = [&type](const Arguments&) { return EnumWords(type); }};
}

Values FileValues() { return {.source = Values::kFiles}; }

Values ArtifactValues(const std::string& filter) {
  return {.source = Values::kArtifacts, .filter = filter};
}

Values JobValues(const std::string& filter) { return {.source = Values::kJobs, .filter = filter}; }

}  // namespace widthlab::cli
