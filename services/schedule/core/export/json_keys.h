// Reads the few keys that matter out of another framework's JSON, and passes over the rest.
//
//   ASSIGN_OR_RETURN(const Json config, ParseConfig(text));
//   ASSIGN_OR_RETURN(const Json blocks, ListAt(config, "block_configs"));
//   ASSIGN_OR_RETURN(const int64_t width, WidthAt(blocks[0], "intermediate_size",
//   "block_configs[0]"));
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_JSON_KEYS_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_JSON_KEYS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace widthlab::schedule {

// Keys stay in the order in which they were added.
using Json = nlohmann::ordered_json;

// INVALID_ARGUMENT naming `file` for text that is not one JSON object.
absl::StatusOr<Json> ParseConfig(std::string_view text);

// A list with an entry for every layer, 1 to 10,000.
absl::StatusOr<Json> ListAt(const Json& object, const std::string& key);

// `path` is where the object lies, for errors. Widths are 0 to 1,048,576.
absl::StatusOr<int64_t> WidthAt(const Json& object, const std::string& key,
                                const std::string& path = "");
absl::StatusOr<double> NumberAt(const Json& object, const std::string& key,
                                const std::string& path = "");
absl::StatusOr<std::vector<int64_t>> WidthsAt(const Json& object, const std::string& key);

// 0 where the key is absent.
absl::StatusOr<int64_t> WidthOrZero(const Json& object, const std::string& key);

// Whether the key is there, and true.
bool IsTrue(const Json& object, const std::string& key);

// As files have it: two spaces of indent, a newline at the end.
std::string FileText(const Json& object);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_JSON_KEYS_H_
