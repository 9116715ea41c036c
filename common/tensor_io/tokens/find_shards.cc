#include "common/tensor_io/tokens/find_shards.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/mapped_file.h"
#include "common/tensor_io/tokens/flat_shard.h"

namespace widthlab::tensor_io {
namespace {

namespace fs = std::filesystem;

constexpr char kBin[] = ".bin";
constexpr char kIdx[] = ".idx";

bool IsJsonl(std::string_view path) {
  const std::string name(path);
  return absl::EndsWith(name, ".jsonl") || absl::EndsWith(name, ".ndjson");
}

absl::Status NoTokens(const std::string& path, std::string_view what) {
  return NotFound("NO_TOKENS", path, absl::StrCat(path, ": ", std::string(what)));
}

absl::Status FormatUnknown(const std::string& path) {
  return InvalidFieldBecause(
      "format",
      absl::StrCat(path, " does not tell its format: it is no .jsonl, does not begin as a ",
                   "shard of llm.c and has no .idx beside it; say nanogpt where it holds ",
                   "ids of 16 bits and nothing else, nanogpt_u32 where of 32"));
}

std::string WithSuffix(const std::string& path, const char* suffix) {
  return fs::path(path).replace_extension(suffix).string();
}

// Shards of a folder, or the one file, as they are named; of Megatron the .bin only.
absl::StatusOr<std::vector<std::string>> Candidates(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    return NotFound("PATH_NOT_FOUND", "path", absl::StrCat("path: there is no ", path));
  }
  if (!fs::is_directory(path, error)) {
    if (!absl::EndsWith(path, kIdx)) return std::vector<std::string>{path};
    const std::string bin = WithSuffix(path, kBin);
    if (fs::exists(bin, error)) return std::vector<std::string>{bin};
    return NoTokens(path, "has no .bin beside it, as a Megatron shard must");
  }
  std::vector<std::string> found;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool is_shard = absl::EndsWith(name, kBin) || IsJsonl(name);
    if (is_shard && name.front() != '.') found.push_back(entry->path().string());
  }
  if (error) return NoTokens(path, absl::StrCat("cannot be read: ", error.message()));
  if (found.empty()) return NoTokens(path, "has no .bin or .jsonl file");
  return found;
}

absl::StatusOr<std::string> Resolved(const std::string& path, const PathResolver& resolve) {
  if (!resolve) return path;
  return resolve(path);
}

// What one file says of itself; `path` is one to open.
absl::StatusOr<TokenFormat> Detect(const std::string& named, const std::string& path) {
  if (IsJsonl(named)) return TokenFormat::kJsonl;
  ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path));
  if (HasLlmCMagic(file.bytes())) return TokenFormat::kLlmC;
  std::error_code error;
  if (fs::exists(WithSuffix(named, kIdx), error)) return TokenFormat::kMegatron;
  return FormatUnknown(named);
}

absl::StatusOr<std::optional<TokenFormat>> Given(const std::string& word) {
  if (word.empty()) return std::optional<TokenFormat>();
  const std::optional<TokenFormat> format = TokenFormatOf(word);
  if (format.has_value()) return format;
  return InvalidField("format", "\"" + word + "\"",
                      absl::StrCat("one of ", TokenFormatWords(), ", or empty"));
}

}  // namespace

bool HasShardName(std::string_view path) {
  const std::string name(path);
  return absl::EndsWith(name, kBin) || absl::EndsWith(name, kIdx) || IsJsonl(name);
}

absl::StatusOr<TokenFiles> FindTokenFiles(const std::string& path, const std::string& format,
                                          const PathResolver& resolve) {
  ASSIGN_OR_RETURN(std::optional<TokenFormat> known, Given(format));
  const bool given = known.has_value();
  ASSIGN_OR_RETURN(const std::vector<std::string> candidates, Candidates(path));
  TokenFiles files;
  for (const std::string& named : candidates) {
    const std::string name = fs::path(named).filename().string();
    ASSIGN_OR_RETURN(files.paths[name], Resolved(named, resolve));
    if (!given) {
      ASSIGN_OR_RETURN(const TokenFormat found, Detect(named, files.paths[name]));
      if (known.value_or(found) != found) {
        return InvalidFieldBecause(
            "format", absl::StrCat(path, " has shards of several formats; ", name, " is ",
                                   std::string(TokenFormatWord(found)), ", others are ",
                                   std::string(TokenFormatWord(*known))));
      }
      known = found;
    }
    if (*known != TokenFormat::kMegatron) continue;
    const std::string index = WithSuffix(named, kIdx);
    std::error_code error;
    if (!fs::exists(index, error)) {
      return NoTokens(named, "has no .idx beside it, as a Megatron shard must");
    }
    ASSIGN_OR_RETURN(files.paths[fs::path(index).filename().string()], Resolved(index, resolve));
  }
  files.format = *known;
  return files;
}

absl::StatusOr<std::vector<ShardPaths>> PairShards(
    TokenFormat format, const std::map<std::string, std::string>& paths) {
  std::vector<ShardPaths> shards;
  for (const auto& [name, path] : paths) {
    if (format != TokenFormat::kMegatron) {
      shards.push_back({.path = path, .label = name});
      continue;
    }
    const bool is_index = absl::EndsWith(name, kIdx);
    const auto other = paths.find(WithSuffix(name, is_index ? kBin : kIdx));
    if (other == paths.end() || other->first == name) {
      return NoTokens(name, is_index ? "has no .bin beside it" : "has no .idx beside it");
    }
    if (is_index) continue;
    shards.push_back({.path = path, .index_path = other->second, .label = name});
  }
  return shards;
}

}  // namespace widthlab::tensor_io
