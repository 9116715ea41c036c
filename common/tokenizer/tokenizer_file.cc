#include "common/tokenizer/tokenizer_file.h"

#include <array>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/json_depth.h"

namespace widthlab::tokenizer {
namespace {

using Json = nlohmann::json;
using Event = Json::parse_event_t;

// Depths of the members of the file, of its model, of the model's vocabulary or merges.
constexpr int kTop = 1;
constexpr int kModel = 2;
constexpr int kEntry = 3;

// "left right".
std::optional<std::pair<std::string, std::string>> Divided(const std::string& text) {
  const size_t blank = text.find(' ');
  if (blank == std::string::npos || text.find(' ', blank + 1) != std::string::npos) {
    return std::nullopt;
  }
  return std::make_pair(text.substr(0, blank), text.substr(blank + 1));
}

// Sees every value as it is read, keeps those of the two long parts, and drops them.
class Collector {
 public:
  explicit Collector(TokenizerFile& file) : file_(file) {}

  // False for a value that the document need not have.
  bool operator()(int depth, Event event, const Json& value) {
    if (event == Event::key) {
      if (depth < static_cast<int>(keys_.size())) {
        keys_[static_cast<size_t>(depth)] = value.get<std::string>();
      }
      return true;
    }
    if (keys_[kTop] != "model") return true;
    const bool is_end =
        event == Event::value || event == Event::array_end || event == Event::object_end;
    if (depth == kModel && is_end) return KeepsMember(event, value);
    if (depth != kEntry || !is_end) return true;
    if (keys_[kModel] == "vocab") return AddToken(event, value);
    if (keys_[kModel] == "merges") return AddMerge(event, value);
    return true;
  }

  const absl::Status& status() const { return status_; }

 private:
  // The long parts themselves, by now empty.
  bool KeepsMember(Event event, const Json&) {
    if (keys_[kModel] == "vocab" && event != Event::object_end) {
      Fail("model.vocab", "is not an object of tokens and their ids");
    }
    if (keys_[kModel] == "merges" && event != Event::array_end) {
      Fail("model.merges", "is not a list of pairs");
    }
    return keys_[kModel] != "vocab" && keys_[kModel] != "merges";
  }

  bool AddToken(Event event, const Json& value) {
    if (event != Event::value || !value.is_number_unsigned()) {
      Fail("model.vocab", absl::StrCat("gives \"", keys_[kEntry], "\" no whole number from 0"));
    } else {
      file_.vocabulary.emplace_back(keys_[kEntry], value.get<uint64_t>());
    }
    return false;
  }

  bool AddMerge(Event event, const Json& value) {
    std::optional<std::pair<std::string, std::string>> pair;
    if (event == Event::value && value.is_string()) {
      const std::string text = value.get<std::string>();
      if (absl::StartsWith(text, "#version")) return false;
      pair = Divided(text);
    } else if (event == Event::array_end && value.size() == 2 && value[0].is_string() &&
               value[1].is_string()) {
      pair.emplace(value[0].get<std::string>(), value[1].get<std::string>());
    }
    if (pair.has_value()) {
      file_.merges.push_back(*std::move(pair));
    } else {
      Fail("model.merges",
           absl::StrCat("has number ", file_.merges.size(), ", which is no pair of tokens"));
    }
    return false;
  }

  void Fail(std::string_view field, std::string_view message) {
    if (status_.ok()) status_ = InvalidFieldBecause(field, message);
  }

  TokenizerFile& file_;
  std::array<std::string, kEntry + 1> keys_;
  absl::Status status_;
};

// The list of another kind of model is no error of its own.
absl::Status CheckModelType(const Json& file) {
  const auto model = file.find("model");
  if (model == file.end() || !model->is_object()) {
    return InvalidField("model", "missing", "an object");
  }
  const auto type = model->find("type");
  if (type == model->end() || *type == "BPE") return absl::OkStatus();
  return InvalidField("model.type", type->is_string() ? type->get<std::string>() : "no text",
                      "BPE, the kind of model that is supported");
}

absl::Status CheckBytes(std::string_view json) {
  if (json.size() > kMaxTokenizerBytes) {
    return InvalidField("tokenizer", absl::StrCat("a file of ", json.size(), " bytes"),
                        absl::StrCat("at most ", kMaxTokenizerBytes));
  }
  if (const size_t depth = tensor_io::JsonDepth(json); depth > kMaxTokenizerDepth) {
    return InvalidField("tokenizer", absl::StrCat("JSON ", depth, " levels deep"),
                        absl::StrCat("at most ", kMaxTokenizerDepth));
  }
  // The parser takes a zero byte for the end of its input.
  if (const size_t zero = json.find('\0'); zero != std::string_view::npos) {
    return InvalidFieldBecause("tokenizer", absl::StrCat("has a zero byte at ", zero));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<TokenizerFile> ParseTokenizerFile(std::string_view json) {
  RETURN_IF_ERROR(CheckBytes(json));
  TokenizerFile file;
  Collector collector(file);
  try {
    file.rest = Json::parse(json, [&collector](int depth, Event event, Json& value) {
      return collector(depth, event, value);
    });
  } catch (const Json::exception& error) {
    return InvalidFieldBecause("tokenizer", absl::StrCat("is no JSON: ", error.what()));
  }
  if (!file.rest.is_object()) return InvalidFieldBecause("tokenizer", "is no JSON object");
  RETURN_IF_ERROR(CheckModelType(file.rest));
  RETURN_IF_ERROR(collector.status());
  return file;
}

}  // namespace widthlab::tokenizer
