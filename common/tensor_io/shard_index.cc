#include "common/tensor_io/shard_index.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/tensor_io/json_depth.h"
#include "common/tensor_io/safetensors_error.h"
#include "nlohmann/json.hpp"

namespace widthlab::tensor_io {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kSuffix = ".safetensors";

// A name that stays in its folder.
bool IsShardName(std::string_view name) {
  return name.find('/') == std::string_view::npos && name.find('\\') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos && name.size() > kSuffix.size() &&
         name.front() != '.' && absl::EndsWith(std::string(name), std::string(kSuffix));
}

// Walks the events of one index. Every method returns false to stop, with status_ set.
class IndexHandler : public nlohmann::json_sax<Json> {
 public:
  IndexHandler(std::string_view label, ShardIndex& index) : label_(label), index_(index) {}

  const absl::Status& status() const { return status_; }
  bool has_map() const { return has_map_; }

  bool null() override { return Scalar("null"); }
  bool boolean(bool) override { return Scalar("a boolean"); }
  bool number_float(number_float_t, const string_t& text) override { return Scalar(text); }
  bool number_integer(number_integer_t value) override { return Scalar(absl::StrCat(value)); }
  bool number_unsigned(number_unsigned_t value) override { return Scalar(absl::StrCat(value)); }
  bool binary(binary_t&) override { return Scalar("binary data"); }

  bool string(string_t& value) override {
    if (!InMap()) return Scalar("a text");
    if (!IsShardName(value)) {
      return Fail("file_name", absl::StrCat("is said to be in \"", value,
                                            "\"; a shard is the name of a .safetensors file beside "
                                            "the index, without a path"));
    }
    index_.files[tensor_] = std::move(value);
    return true;
  }

  bool start_object(size_t) override { return InMap() ? Scalar("an object") : Open(); }
  bool end_object() override { return Close(); }
  bool start_array(size_t) override { return MapMustBeObject() ? Scalar("a list") : Open(); }
  bool end_array() override { return Close(); }

  bool key(string_t& key) override {
    if (depth_ == 1) {
      tensor_.clear();
      map_next_ = key == "weight_map";
      if (map_next_ && std::exchange(has_map_, true)) {
        return Fail("duplicate_key", "weight_map appears twice");
      }
      return true;
    }
    if (!InMap()) return true;
    tensor_ = std::move(key);
    return index_.files.emplace(tensor_, "").second || Fail("duplicate_key", "appears twice");
  }

  bool parse_error(size_t position, const std::string&, const Json::exception& error) override {
    tensor_.clear();
    return Fail("json", absl::StrCat("invalid JSON at byte ", position, ": ", error.what()));
  }

 private:
  bool InMap() const { return depth_ == 2 && map_next_; }

  // Where a list would be the index itself, its weight_map or a file's name.
  bool MapMustBeObject() const { return depth_ == 0 || (depth_ <= 2 && map_next_); }

  bool Open() {
    ++depth_;
    return true;
  }

  bool Close() {
    --depth_;
    return true;
  }

  bool Scalar(std::string_view what) {
    if (depth_ == 0) {
      return Fail("structure", absl::StrCat("is ", std::string(what), ", wanted is an object"));
    }
    if (depth_ == 1 && map_next_) return Fail("structure", "weight_map must be an object");
    if (InMap()) {
      return Fail("structure", absl::StrCat("is said to be in ", std::string(what),
                                            ", wanted is a file's name"));
    }
    return true;
  }

  bool Fail(std::string_view rule, std::string_view message) {
    status_ = SafetensorsError(label_, tensor_, rule, message);
    return false;
  }

  const std::string_view label_;
  ShardIndex& index_;
  absl::Status status_;
  int depth_ = 0;
  bool map_next_ = false;  // the value being read is weight_map's
  bool has_map_ = false;
  std::string tensor_;
};

}  // namespace

absl::StatusOr<ShardIndex> ParseShardIndex(std::string_view json, std::string_view label) {
  if (json.size() > kMaxIndexBytes) {
    return SafetensorsError(
        label, "", "index_size",
        absl::StrCat("has ", json.size(), " bytes, at most ", kMaxIndexBytes, " are allowed"));
  }
  if (const size_t depth = JsonDepth(json); depth > kMaxIndexDepth) {
    return SafetensorsError(
        label, "", "json_depth",
        absl::StrCat("nests ", depth, " levels deep, at most ", kMaxIndexDepth, " are allowed"));
  }
  // The parser takes a zero byte for the end of its input.
  if (const size_t zero = json.find('\0'); zero != std::string_view::npos) {
    return SafetensorsError(label, "", "json",
                            absl::StrCat("invalid JSON at byte ", zero + 1, ": a zero byte"));
  }
  ShardIndex index;
  IndexHandler handler(label, index);
  if (!Json::sax_parse(json.begin(), json.end(), &handler)) return handler.status();
  if (!handler.has_map() || index.files.empty()) {
    return SafetensorsError(label, "", "structure", "has no weight_map with tensors in it");
  }
  return index;
}

}  // namespace widthlab::tensor_io
