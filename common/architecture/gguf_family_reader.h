// Reads the keys of a GGUF file's family and remembers which, so that none is passed over unseen.
//
//   GgufFamilyReader reader(file, "llama");
//   ASSIGN_OR_RETURN(int64_t layers, reader.Integer("block_count"));    // llama.block_count
//   RETURN_IF_ERROR(reader.CheckNothingLeft());
//
// Errors are INVALID_ARGUMENT BAD_GGUF naming file and key. The file must outlive the reader.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_GGUF_FAMILY_READER_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_GGUF_FAMILY_READER_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/tensor_io/gguf_file.h"

namespace widthlab::architecture {

class GgufFamilyReader {
 public:
  GgufFamilyReader(const tensor_io::GgufFile& file, std::string_view family)
      : file_(file), family_(family) {}

  const tensor_io::GgufFile& file() const { return file_; }
  std::string_view family() const { return family_; }

  bool Has(std::string_view key) const { return file_.Find(Key(key)) != nullptr; }

  absl::StatusOr<int64_t> Integer(std::string_view key) { return file_.Integer(Use(key)); }
  absl::StatusOr<double> Number(std::string_view key) { return file_.Number(Use(key)); }
  absl::StatusOr<std::string_view> Text(std::string_view key) { return file_.Text(Use(key)); }

  // A number, or a list of one for each layer.
  absl::StatusOr<std::vector<int64_t>> PerLayer(std::string_view key, int64_t layers);

  // The same where all layers must agree.
  absl::StatusOr<int64_t> SameEverywhere(std::string_view key, int64_t layers);

  // An error unless the key is missing or has this value.
  absl::Status Expect(std::string_view key, double wanted, std::string_view why);

  absl::Status Error(std::string_view key, std::string_view message) const;

  // An error where the family has a key that nobody has asked for.
  absl::Status CheckNothingLeft() const;

 private:
  std::string Key(std::string_view key) const;
  std::string Use(std::string_view key) { return *used_.insert(Key(key)).first; }

  const tensor_io::GgufFile& file_;
  std::string_view family_;
  std::set<std::string, std::less<>> used_;
};

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_GGUF_FAMILY_READER_H_
