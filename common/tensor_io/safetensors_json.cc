#include "common/tensor_io/safetensors_json.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/tensor_io/json_depth.h"
#include "common/tensor_io/safetensors_error.h"
#include "nlohmann/json.hpp"

namespace widthlab::tensor_io {
namespace {

using Json = nlohmann::json;

// Walks the events of one header. Every method returns false to stop, with status_ set.
class HeaderHandler : public nlohmann::json_sax<Json> {
 public:
  HeaderHandler(std::string_view label, SafetensorsHeader& header)
      : label_(label), header_(header) {}

  const absl::Status& status() const { return status_; }

  bool null() override { return Unexpected("null"); }
  bool boolean(bool) override { return Unexpected("a boolean"); }
  bool number_float(number_float_t, const string_t& text) override { return Unexpected(text); }
  bool number_integer(number_integer_t value) override { return Unexpected(absl::StrCat(value)); }
  bool binary(binary_t&) override { return Unexpected("binary data"); }

  bool number_unsigned(number_unsigned_t value) override {
    if (place_ != Place::kShape && place_ != Place::kOffsets) {
      return Unexpected(absl::StrCat(value));
    }
    if (place_ == Place::kShape) {
      if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
        return Fail("shape_overflow", absl::StrCat("dimension ", value, " is out of range"));
      }
      if (tensor_.shape.size() == kMaxRank) {
        return Fail("rank", absl::StrCat("has more than ", kMaxRank, " dimensions"));
      }
      tensor_.shape.push_back(static_cast<int64_t>(value));
      return true;
    }
    if (offsets_ == 2) return Fail("structure", "data_offsets has more than two numbers");
    (offsets_ == 0 ? tensor_.begin : tensor_.end) = value;
    ++offsets_;
    return true;
  }

  bool string(string_t& value) override {
    if (place_ == Place::kMetadata) {
      header_.metadata[key_] = std::move(value);
      return true;
    }
    if (place_ != Place::kTensor || key_ != "dtype") return Unexpected("a text");
    const std::optional<DType> dtype = ParseDType(value);
    if (!dtype.has_value()) {
      return Fail("dtype",
                  absl::StrCat("type ", value, " is not one of ", std::string(DTypeNames())));
    }
    tensor_.dtype = *dtype;
    return true;
  }

  bool start_object(size_t) override {
    if (place_ == Place::kStart) {
      place_ = Place::kTop;
      return true;
    }
    if (place_ != Place::kTop) return Unexpected("an object");
    place_ = tensor_.name == "__metadata__" ? Place::kMetadata : Place::kTensor;
    return true;
  }

  bool key(string_t& key) override {
    if (place_ == Place::kTop) {
      tensor_ = TensorInfo();
      tensor_.name = std::move(key);
      has_dtype_ = has_shape_ = has_offsets_ = false;
      offsets_ = 0;
      const bool first = tensor_.name == "__metadata__" ? !std::exchange(has_metadata_, true)
                                                        : header_.tensors.count(tensor_.name) == 0;
      return first || Fail("duplicate_key", "appears twice");
    }
    key_ = std::move(key);
    if (place_ == Place::kMetadata) {
      return header_.metadata.emplace(key_, "").second ||
             Fail("duplicate_key", absl::StrCat("key ", key_, " appears twice"));
    }
    bool* seen = key_ == "dtype"          ? &has_dtype_
                 : key_ == "shape"        ? &has_shape_
                 : key_ == "data_offsets" ? &has_offsets_
                                          : nullptr;
    if (seen == nullptr) {
      return Fail("structure",
                  absl::StrCat("key ", key_, " is not one of dtype, shape, data_offsets"));
    }
    return !std::exchange(*seen, true) ||
           Fail("duplicate_key", absl::StrCat("key ", key_, " appears twice"));
  }

  bool end_object() override {
    if (place_ == Place::kTensor) {
      if (!has_dtype_ || !has_shape_ || !has_offsets_) {
        return Fail("structure", "needs each of dtype, shape and data_offsets");
      }
      std::string name = tensor_.name;
      header_.tensors.emplace(std::move(name), std::move(tensor_));
    }
    place_ = Place::kTop;
    return true;
  }

  bool start_array(size_t) override {
    if (place_ == Place::kTensor && key_ == "shape") {
      place_ = Place::kShape;
    } else if (place_ == Place::kTensor && key_ == "data_offsets") {
      place_ = Place::kOffsets;
    } else {
      return Unexpected("a list");
    }
    return true;
  }

  bool end_array() override {
    if (place_ == Place::kOffsets && offsets_ != 2) {
      return Fail("structure", "data_offsets must be two numbers");
    }
    place_ = Place::kTensor;
    return true;
  }

  bool parse_error(size_t position, const std::string&, const Json::exception& error) override {
    tensor_.name.clear();
    return Fail("json", absl::StrCat("invalid JSON at byte ", position, ": ", error.what()));
  }

 private:
  enum class Place { kStart, kTop, kMetadata, kTensor, kShape, kOffsets };

  bool Fail(std::string_view rule, std::string_view message) {
    status_ = SafetensorsError(label_, tensor_.name, rule, message);
    return false;
  }

  bool Unexpected(std::string_view what) {
    std::string message(what);
    message += " is not allowed ";
    if (place_ == Place::kStart || place_ == Place::kTop) {
      message += "where an object is expected";
    } else if (place_ == Place::kMetadata) {
      message += "as metadata: every value is a text";
    } else {
      message += "in " + key_;
    }
    return Fail("structure", message);
  }

  const std::string_view label_;
  SafetensorsHeader& header_;
  absl::Status status_;
  Place place_ = Place::kStart;
  TensorInfo tensor_;
  std::string key_;
  int offsets_ = 0;
  bool has_metadata_ = false;
  bool has_dtype_ = false;
  bool has_shape_ = false;
  bool has_offsets_ = false;
};

}  // namespace

absl::Status ParseSafetensorsJson(std::string_view json, std::string_view label,
                                  SafetensorsHeader& header) {
  if (const size_t depth = JsonDepth(json); depth > kMaxHeaderDepth) {
    return SafetensorsError(label, "", "json_depth",
                            absl::StrCat("header nests ", depth, " levels deep, at most ",
                                         kMaxHeaderDepth, " are allowed"));
  }
  // The parser takes a zero byte for the end of its input.
  if (const size_t zero = json.find('\0'); zero != std::string_view::npos) {
    return SafetensorsError(label, "", "json",
                            absl::StrCat("invalid JSON at byte ", zero + 1, ": a zero byte"));
  }
  HeaderHandler handler(label, header);
  if (Json::sax_parse(json.begin(), json.end(), &handler)) return absl::OkStatus();
  return handler.status();
}

}  // namespace widthlab::tensor_io
