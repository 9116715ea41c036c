// A JSON object whose every key must be known.
//
//   JsonObject object(json, "normalizer");
//   ASSIGN_OR_RETURN(const std::string content, object.Text("content"));
//   RETURN_IF_ERROR(object.Finish());                 // "normalizer.foo is not known"
//
// Errors are INVALID_ARGUMENT on the path of the key.
#ifndef WIDTHLAB_COMMON_TOKENIZER_JSON_OBJECT_H_
#define WIDTHLAB_COMMON_TOKENIZER_JSON_OBJECT_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace widthlab::tokenizer {

class JsonObject {
 public:
  using Json = nlohmann::json;

  // `json` must outlive it; what is no object has no keys, and Finish says so.
  JsonObject(const Json& json, std::string path);

  const std::string& path() const { return path_; }
  std::string PathOf(std::string_view key) const;

  // nullptr where the key is missing or null.
  const Json* Find(const std::string& key);

  absl::StatusOr<std::string> Text(const std::string& key);
  absl::StatusOr<std::optional<std::string>> OptionalText(const std::string& key);
  absl::StatusOr<bool> Bool(const std::string& key, bool missing);
  absl::StatusOr<uint64_t> Number(const std::string& key);
  // An array; INVALID_ARGUMENT where it is missing.
  absl::StatusOr<const Json*> List(const std::string& key);

  // Keys whose value changes nothing here.
  void PassOver(const std::string& key) { seen_.insert(key); }

  // INVALID_ARGUMENT names a key that nobody asked for.
  absl::Status Finish() const;

 private:
  const Json& json_;
  const std::string path_;
  std::set<std::string> seen_;
};

}  // namespace widthlab::tokenizer

#endif  // WIDTHLAB_COMMON_TOKENIZER_JSON_OBJECT_H_
