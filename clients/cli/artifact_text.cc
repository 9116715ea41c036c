// Artifacts and lineage as people read them.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/artifact_commands.h"
#include "clients/cli/format.h"
#include "clients/cli/json.h"
#include "clients/cli/table.h"

namespace widthlab::cli {
namespace {

using artifact::v1::Artifact;
using artifact::v1::ArtifactFile;
using artifact::v1::Lineage;

// The spec indented, or as it is where it cannot be read.
std::string PrettySpec(const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  return parsed.is_discarded() ? json : parsed.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string Figures(const artifact::v1::Provenance& provenance) {
  const std::map<std::string, double> sorted(provenance.measurements().begin(),
                                             provenance.measurements().end());
  std::string text;
  for (const auto& [name, value] : sorted) {
    absl::StrAppend(&text, "  ", name, " ", FormatCount(value), "\n");
  }
  return text;
}

// Draws the tree below one artifact.
class Tree {
 public:
  Tree(const Lineage& lineage, bool descendants) {
    for (const Artifact& artifact : lineage.artifacts()) by_id_[artifact.id()] = &artifact;
    for (const Lineage::Edge& edge : lineage.edges()) {
      if (descendants) {
        below_[edge.input()].push_back(edge.artifact());
      } else {
        below_[edge.artifact()].push_back(edge.input());
      }
    }
  }

  void Draw(const std::string& id, int depth, std::string& text) {
    const auto found = by_id_.find(id);
    const bool again = !drawn_.insert(id).second;
    absl::StrAppend(&text, std::string(static_cast<size_t>(2 * depth), ' '), ShortId(id), "  ",
                    found == by_id_.end() ? "" : KindWord(found->second->manifest().kind()),
                    again && !below_[id].empty() ? "  (see above)" : "", "\n");
    if (again) return;
    for (const std::string& next : below_[id]) Draw(next, depth + 1, text);
  }

 private:
  std::map<std::string, const Artifact*> by_id_;
  std::map<std::string, std::vector<std::string>> below_;
  std::set<std::string> drawn_;
};

}  // namespace

std::string KindWord(artifact::v1::ArtifactKind kind) {
  return absl::AsciiStrToLower(EnumName(*artifact::v1::ArtifactKind_descriptor(), kind));
}

std::string ArtifactText(const Console& console, const Artifact& artifact) {
  const artifact::v1::Manifest& manifest = artifact.manifest();
  std::string text = absl::StrCat(console.Bold(KindWord(manifest.kind())), "  ", artifact.id(),
                                  "\n", "made  ", FormatTime(artifact.create_time()));
  if (!manifest.algorithm_version().empty()) {
    absl::StrAppend(&text, " by ", manifest.algorithm_version());
  }
  if (!artifact.provenance().job().empty()) {
    absl::StrAppend(&text, ", ", artifact.provenance().job());
  }
  text += "\n\n";
  Table files({{"file"}, {"size", Table::kRight}, {"type"}, {"sha256"}});
  for (const ArtifactFile& file : manifest.files()) {
    files.AddRow(
        {file.name(), FormatBytes(file.size_bytes()), file.media_type(), ShortId(file.digest())});
  }
  text += files.Render(console);
  if (manifest.inputs_size() > 0) {
    absl::StrAppend(&text, "\n", console.Bold("made from"), "\n");
    for (const std::string& input : manifest.inputs()) absl::StrAppend(&text, "  ", input, "\n");
  }
  const std::map<std::string, std::string> labels(artifact.labels().begin(),
                                                  artifact.labels().end());
  if (!labels.empty()) absl::StrAppend(&text, "\n", console.Bold("labels"), "\n");
  for (const auto& [key, value] : labels) absl::StrAppend(&text, "  ", key, " = ", value, "\n");
  absl::StrAppend(&text, "\n", console.Bold(manifest.spec_type()), "\n",
                  PrettySpec(manifest.spec_json()), "\n");
  const std::string figures = Figures(artifact.provenance());
  if (!figures.empty()) absl::StrAppend(&text, "\n", console.Bold("measured"), "\n", figures);
  return text;
}

std::string LineageText(const Console&, const Lineage& lineage, bool descendants) {
  std::string text;
  if (lineage.artifacts_size() == 0) return text;
  Tree(lineage, descendants).Draw(lineage.artifacts(0).id(), 0, text);
  return text;
}

}  // namespace widthlab::cli
