#include "common/model/hugging_face_cache.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxPartBytes = 96;
constexpr std::streamsize kMaxReferenceBytes = 256;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string Home() {
  const std::string home = Variable("HOME");
  return home.empty() ? "/root" : home;
}

// "~" in front of a path is the user's folder, as in the tools.
std::string Expanded(const std::string& path) {
  const bool home = path == "~" || absl::StartsWith(path, "~/");
  return home ? absl::StrCat(Home(), path.substr(1)) : path;
}

// One part of a name, or a revision.
bool IsPart(std::string_view part) {
  const auto is_edge = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  if (part.empty() || part.size() > kMaxPartBytes || !is_edge(part.front()) ||
      !is_edge(part.back()) || part.find("..") != part.npos || part.find("--") != part.npos) {
    return false;
  }
  return std::all_of(part.begin(), part.end(),
                     [&](char c) { return is_edge(c) || c == '.' || c == '-'; });
}

// What a name says.
struct Name {
  std::string organisation;
  std::string model;
  std::string revision = "main";
};

Name Split(std::string_view text) {
  Name name;
  const size_t slash = text.find('/');
  const size_t at = text.find('@');
  name.organisation = std::string(text.substr(0, slash));
  name.model = std::string(text.substr(slash + 1, at == text.npos ? at : at - slash - 1));
  if (at != text.npos) name.revision = std::string(text.substr(at + 1));
  return name;
}

// The snapshot that a reference names; empty where there is none.
std::string ReadReference(const std::string& path) {
  std::ifstream file(path);
  std::string text(static_cast<size_t>(kMaxReferenceBytes), '\0');
  file.read(text.data(), kMaxReferenceBytes);
  text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return std::string(absl::StripAsciiWhitespace(text));
}

bool IsFolder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

}  // namespace

std::string HuggingFaceCacheFolder() {
  if (const std::string hub = Variable("HF_HUB_CACHE"); !hub.empty()) return Expanded(hub);
  if (const std::string home = Variable("HF_HOME"); !home.empty()) {
    return absl::StrCat(Expanded(home), "/hub");
  }
  const std::string cache = Variable("XDG_CACHE_HOME");
  return absl::StrCat(cache.empty() ? Home() + "/.cache" : Expanded(cache), "/huggingface/hub");
}

bool IsHuggingFaceName(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == text.npos) return false;
  const size_t at = text.find('@');
  if (at != text.npos && (at < slash || !IsPart(text.substr(at + 1)))) return false;
  const Name name = Split(text);
  return IsPart(name.organisation) && IsPart(name.model);
}

absl::StatusOr<std::string> FindInHuggingFaceCache(std::string_view field, std::string_view text,
                                                   const std::string& cache) {
  const Name name = Split(text);
  const std::string model = absl::StrCat(cache, "/models--", name.organisation, "--", name.model);
  const std::string reference = absl::StrCat(model, "/refs/", name.revision);
  const std::string snapshots = absl::StrCat(model, "/snapshots");
  std::vector<std::string> looked_at = {IsFolder(model) ? reference : model};
  const std::string commit = ReadReference(reference);
  for (const std::string& snapshot : {commit, name.revision}) {
    if (!IsPart(snapshot)) continue;
    const std::string folder = absl::StrCat(snapshots, "/", snapshot);
    if (IsFolder(folder)) return folder;
    if (IsFolder(model)) looked_at.push_back(folder);
  }
  return NotFound(
      "MODEL_NOT_IN_CACHE", field,
      absl::StrCat(std::string(field), ": ", std::string(text),
                   " is not in the server's Hugging Face cache; looked at ",
                   absl::StrJoin(looked_at, ", "),
                   ". Nothing is downloaded: fetch the model with its own tools, or set HF_HOME or "
                   "HF_HUB_CACHE of the server"));
}

}  // namespace widthlab::model
