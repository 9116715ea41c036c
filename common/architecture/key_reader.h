// Takes the keys out of a JSON object one by one, checking the type of each.
//
//   KeyReader keys(std::move(object));
//   RETURN_IF_ERROR(keys.TakeInteger("layers", &layers));
//   keys.Left();  // what nobody asked for
//
// Each Take fails with INVALID_ARGUMENT naming the key where it is absent or of another type.
#ifndef WIDTHLAB_COMMON_ARCHITECTURE_KEY_READER_H_
#define WIDTHLAB_COMMON_ARCHITECTURE_KEY_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "nlohmann/json.hpp"

namespace widthlab::architecture {

// Short text of a value for an error message; bytes that are not UTF-8 are replaced.
std::string ShownJson(const nlohmann::json& value);

class KeyReader {
 public:
  // `object` must be a JSON object.
  explicit KeyReader(nlohmann::json object) : object_(std::move(object)) {}

  bool Has(std::string_view key) const { return object_.contains(std::string(key)); }
  std::vector<std::string> Left() const;
  // The value of a key that is there.
  const nlohmann::json& Peek(std::string_view key) const { return object_[std::string(key)]; }
  // Removes the key if it is there, whatever its value.
  void Drop(std::string_view key) { object_.erase(std::string(key)); }
  // Removes every key that is null: absent, as Hugging Face's tools read it.
  void DropNulls();

  absl::StatusOr<nlohmann::json> Take(std::string_view key);
  absl::Status TakeInteger(std::string_view key, int64_t* out);
  absl::Status TakeReal(std::string_view key, double* out);
  absl::Status TakeBool(std::string_view key, bool* out);
  absl::Status TakeIntegers(std::string_view key, std::vector<int64_t>* out);

  // A string that is one of `names`.
  template <typename Enum, size_t N>
  absl::Status TakeName(std::string_view key, const std::pair<std::string_view, Enum> (&names)[N],
                        Enum* out);

 private:
  nlohmann::json object_;
};

template <typename Enum, size_t N>
absl::Status KeyReader::TakeName(std::string_view key,
                                 const std::pair<std::string_view, Enum> (&names)[N], Enum* out) {
  ASSIGN_OR_RETURN(const nlohmann::json value, Take(key));
  std::string allowed = "one of";
  for (const auto& [name, meaning] : names) {
    if (value.is_string() && value.get_ref<const std::string&>() == name) {
      *out = meaning;
      return absl::OkStatus();
    }
    allowed += " ";
    allowed += name;
  }
  return InvalidField(key, ShownJson(value), allowed);
}

}  // namespace widthlab::architecture

#endif  // WIDTHLAB_COMMON_ARCHITECTURE_KEY_READER_H_
