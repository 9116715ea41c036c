// The text files that a user names, as documents to import.
//
//   ASSIGN_OR_RETURN(const TextFiles text, FindTextFiles({"corpus/", "notes.txt"}));
//   text.files[0].document   // "corpus/a/first.md"
//
// A folder is walked to its ends; hidden files and folders in it, empty files and files that are
// not UTF-8 text are passed over (and listed). A file that is named itself must be text.
#ifndef WIDTHLAB_CLIENTS_CPP_TEXT_FILES_H_
#define WIDTHLAB_CLIENTS_CPP_TEXT_FILES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace widthlab::client {

struct TextFile {
  // Path inside the artifact, '/' between parts. With several paths it begins with the last part
  // of the path it was found under.
  std::string document = {};
  // Path on this machine.
  std::string path = {};
  int64_t size_bytes = 0;
};

struct TextFiles {
  // Ascending by document, each once.
  std::vector<TextFile> files = {};
  // Files of folders that were passed over because they are no text.
  std::vector<std::string> passed_over = {};
  // What the import is called: the last parts of the paths. The same folder elsewhere has the same
  // name, so the artifact has the same id.
  std::string source = {};

  int64_t size_bytes() const;
};

// Reads every file once. INVALID_ARGUMENT on field "text" names the path: TEXT_NOT_FOUND,
// TEXT_UNREADABLE, TEXT_EMPTY (nothing but empty files), TEXT_BINARY (nothing but other files),
// TEXT_TWICE (two documents of one name).
absl::StatusOr<TextFiles> FindTextFiles(const std::vector<std::string>& paths);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_TEXT_FILES_H_
