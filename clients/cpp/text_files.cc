#include "clients/cpp/text_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cpp/utf8_scanner.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::client {
namespace {

namespace fs = std::filesystem;

enum class Content { kText, kEmpty, kOther };

absl::Status TextError(std::string_view reason, const fs::path& path, std::string_view what) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.reason = std::string(reason), .field = "text"},
                   absl::StrCat("text: ", path.string(), " ", std::string(what)));
}

absl::Status Unreadable(const fs::path& path, std::string_view why) {
  return TextError("TEXT_UNREADABLE", path, absl::StrCat("cannot be read: ", std::string(why)));
}

// Reads a file to its end and says what it holds.
absl::StatusOr<Content> Inspect(const fs::path& path, int64_t& size_bytes) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Unreadable(path, std::strerror(errno));
  Utf8Scanner scanner;
  std::string chunk(1 << 20, '\0');
  size_bytes = 0;
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    size_bytes += file.gcount();
    const std::string_view bytes(chunk.data(), static_cast<size_t>(file.gcount()));
    if (!scanner.Feed(bytes)) return Content::kOther;
  }
  if (file.bad()) return Unreadable(path, std::strerror(errno));
  if (size_bytes == 0) return Content::kEmpty;
  return scanner.AtBoundary() ? Content::kText : Content::kOther;
}

std::string LastPart(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
}

bool IsHidden(const fs::path& path) { return path.filename().string().front() == '.'; }

// The regular files under a folder, hidden ones left out.
absl::StatusOr<std::vector<fs::path>> WalkFolder(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    if (IsHidden(walk->path())) {
      walk.disable_recursion_pending();
    } else if (walk->is_regular_file(error)) {
      found.push_back(walk->path());
    }
  }
  if (error) return Unreadable(folder, error.message());
  std::sort(found.begin(), found.end());
  return found;
}

absl::Status AddFolder(const fs::path& folder, const std::string& prefix, TextFiles& text) {
  ASSIGN_OR_RETURN(const std::vector<fs::path> found, WalkFolder(folder));
  size_t added = 0;
  bool only_empty = true;
  for (const fs::path& path : found) {
    TextFile file{.path = path.string()};
    ASSIGN_OR_RETURN(const Content content, Inspect(path, file.size_bytes));
    only_empty = only_empty && content == Content::kEmpty;
    if (content != Content::kText) {
      text.passed_over.push_back(path.string());
      continue;
    }
    file.document = prefix + path.lexically_relative(folder).generic_string();
    text.files.push_back(file);
    ++added;
  }
  if (added > 0) return absl::OkStatus();
  if (only_empty) {
    return TextError("TEXT_EMPTY", folder, "has no text: it needs files that are not empty");
  }
  return TextError("TEXT_BINARY", folder, "has no text: none of its files is UTF-8 text");
}

absl::Status AddFile(const fs::path& path, TextFiles& text) {
  TextFile file{.document = LastPart(path), .path = path.string()};
  ASSIGN_OR_RETURN(const Content content, Inspect(path, file.size_bytes));
  if (content == Content::kEmpty) return TextError("TEXT_EMPTY", path, "is empty");
  if (content == Content::kOther) return TextError("TEXT_BINARY", path, "is not UTF-8 text");
  text.files.push_back(file);
  return absl::OkStatus();
}

absl::Status AddPath(const fs::path& path, bool with_prefix, TextFiles& text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return TextError("TEXT_NOT_FOUND", path, "does not exist");
  }
  if (error) return Unreadable(path, error.message());
  if (fs::is_directory(status)) {
    return AddFolder(path, with_prefix ? LastPart(path) + "/" : "", text);
  }
  if (fs::is_regular_file(status)) return AddFile(path, text);
  return TextError("TEXT_UNREADABLE", path, "is neither a file nor a folder");
}

}  // namespace

int64_t TextFiles::size_bytes() const {
  int64_t sum = 0;
  for (const TextFile& file : files) sum += file.size_bytes;
  return sum;
}

absl::StatusOr<TextFiles> FindTextFiles(const std::vector<std::string>& paths) {
  if (paths.empty()) return InvalidFieldBecause("text", "name a file or a folder");
  TextFiles text;
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    if (path.empty()) return InvalidFieldBecause("text", "a path is empty");
    RETURN_IF_ERROR(AddPath(path, paths.size() > 1, text));
    names.push_back(LastPart(path));
  }
  text.source = absl::StrJoin(names, ", ");
  std::sort(text.files.begin(), text.files.end(),
            [](const TextFile& a, const TextFile& b) { return a.document < b.document; });
  const auto twice = std::adjacent_find(
      text.files.begin(), text.files.end(),
      [](const TextFile& a, const TextFile& b) { return a.document == b.document; });
  if (twice != text.files.end()) {
    return TextError("TEXT_TWICE", (twice + 1)->path,
                     absl::StrCat("and ", twice->path, " would both be ", twice->document));
  }
  return text;
}

}  // namespace widthlab::client
