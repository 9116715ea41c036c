#include "services/capture/core/token_input.h"

#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/json_depth.h"
#include "nlohmann/json.hpp"

namespace widthlab::capture {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxDepth = 8;

absl::StatusOr<std::vector<uint32_t>> ParseRow(const Json& row, size_t index) {
  const std::string field = absl::StrCat("input_ids[", index, "]");
  if (!row.is_array() || row.empty()) {
    return InvalidField(field, row.is_array() ? "empty" : "not a list",
                        "a list of at least one token id");
  }
  std::vector<uint32_t> ids;
  ids.reserve(row.size());
  for (const Json& id : row) {
    if (!id.is_number_unsigned() || id.get<uint64_t>() > 0xFFFFFFFFu) {
      std::string shown = id.dump(-1, ' ', false, Json::error_handler_t::replace);
      return InvalidField(absl::StrCat(field, "[", ids.size(), "]"), shown.substr(0, 40),
                          "a token id: a whole number of at least 0");
    }
    ids.push_back(static_cast<uint32_t>(id.get<uint64_t>()));
  }
  return ids;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<uint32_t>>> ParseTokenIds(std::string_view json) {
  constexpr char kWanted[] = "{\"input_ids\": [[ids of a sequence], ...]}";
  if (tensor_io::JsonDepth(json) > kMaxDepth) {
    return InvalidField("input_ids", "deeply nested JSON", kWanted);
  }
  const Json object = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  if (!object.is_object() || !object.contains("input_ids")) {
    return InvalidField("input_ids", object.is_discarded() ? "not JSON" : "absent", kWanted);
  }
  const Json& rows = object["input_ids"];
  if (!rows.is_array() || rows.empty()) {
    return InvalidField("input_ids", rows.is_array() ? "empty" : "not a list", kWanted);
  }
  std::vector<std::vector<uint32_t>> all;
  for (size_t i = 0; i < rows.size(); ++i) {
    ASSIGN_OR_RETURN(std::vector<uint32_t> ids, ParseRow(rows[i], i));
    all.push_back(std::move(ids));
  }
  return all;
}

absl::StatusOr<std::vector<tokenizer::TokenDocument>> LoadTokenIds(artifact::ArtifactStore& store,
                                                                   std::string_view id) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  std::map<std::string, std::string> digests;
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    digests[file.name()] = file.digest();
  }
  std::vector<tokenizer::TokenDocument> documents;
  for (const auto& [name, digest] : digests) {
    ASSIGN_OR_RETURN(const std::string json, store.blobs().Read(digest, 0, -1));
    absl::StatusOr<std::vector<std::vector<uint32_t>>> rows = ParseTokenIds(json);
    if (!rows.ok()) return WithContext(rows.status(), name);
    for (std::vector<uint32_t>& ids : *rows) {
      documents.push_back({.path = name, .digest = digest, .ids = std::move(ids)});
    }
  }
  return documents;
}

}  // namespace widthlab::capture
