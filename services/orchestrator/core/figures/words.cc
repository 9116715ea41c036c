#include "services/orchestrator/core/figures/words.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"

namespace widthlab::pipeline {
namespace {

std::string Words(const std::string& name, const std::string& prefix) {
  if (name.size() <= prefix.size()) return "unknown";
  return absl::StrReplaceAll(absl::AsciiStrToLower(name.substr(prefix.size())), {{"_", " "}});
}

}  // namespace

std::string GeometryWord(geometry::v1::Geometry geometry) {
  return Words(geometry::v1::Geometry_Name(geometry), "GEOMETRY_");
}

std::string StatisticWord(geometry::v1::Statistic statistic) {
  return Words(geometry::v1::Statistic_Name(statistic), "STATISTIC_");
}

std::string ArtifactWord(artifact::v1::ArtifactKind kind) {
  return Words(artifact::v1::ArtifactKind_Name(kind), "ARTIFACT_KIND_");
}

std::string VerdictWord(v1::Verdict verdict) {
  return Words(v1::Verdict_Name(verdict), "VERDICT_");
}

std::string CloudWord(const std::string& cloud) {
  if (cloud == "ffn_in") return "before the FFN";
  if (cloud == "ffn_out") return "after the FFN";
  return cloud;
}

std::string Capitalised(std::string words) {
  if (!words.empty()) words[0] = absl::ascii_toupper(static_cast<unsigned char>(words[0]));
  return words;
}

}  // namespace widthlab::pipeline
