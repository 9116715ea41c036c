#include "common/architecture/gguf_family_reader.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/status/macros.h"
#include "common/tensor_io/gguf_error.h"

namespace widthlab::architecture {
namespace {

using tensor_io::GgufValue;

// Say nothing about what the model computes from token ids.
constexpr std::string_view kPassedOver[] = {"tensor_data_layout", "rope.scaling.finetuned",
                                            "rope.scaling.original_context_length"};

}  // namespace

absl::StatusOr<std::vector<int64_t>> GgufFamilyReader::PerLayer(std::string_view key,
                                                                int64_t layers) {
  const std::string full = Use(key);
  const GgufValue* value = file_.Find(full);
  if (value == nullptr || !value->is_list()) {
    ASSIGN_OR_RETURN(const int64_t all, file_.Integer(full));
    return std::vector<int64_t>(static_cast<size_t>(layers), all);
  }
  std::optional<std::vector<int64_t>> list = value->Integers();
  if (list.has_value() && static_cast<int64_t>(list->size()) == layers) return *std::move(list);
  return Error(key, absl::StrCat("is a ", value->KindText(), "; wanted is a whole number for all ",
                                 "layers, or a list of one for each of ", layers));
}

absl::StatusOr<int64_t> GgufFamilyReader::SameEverywhere(std::string_view key, int64_t layers) {
  ASSIGN_OR_RETURN(const std::vector<int64_t> values, PerLayer(key, layers));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least == *most) return *least;
  return Error(key, absl::StrCat("is from ", *least, " to ", *most,
                                 "; layers that differ in it cannot be read"));
}

absl::Status GgufFamilyReader::Expect(std::string_view key, double wanted, std::string_view why) {
  if (!Has(key)) return absl::OkStatus();
  const GgufValue& value = *file_.Find(Use(key));
  const std::optional<double> number =
      value.Bool().has_value() ? std::optional<double>(*value.Bool()) : value.Number();
  if (number == wanted) return absl::OkStatus();
  return Error(key, absl::StrCat("is ",
                                 number.has_value() ? absl::StrCat(*number)
                                                    : absl::StrCat("a ", value.KindText()),
                                 "; allowed is ", wanted, ": ", std::string(why)));
}

absl::Status GgufFamilyReader::Error(std::string_view key, std::string_view message) const {
  return tensor_io::GgufError(file_.label(), absl::StrCat("key ", Key(key)), "metadata", message);
}

absl::Status GgufFamilyReader::CheckNothingLeft() const {
  const std::string prefix = absl::StrCat(std::string(family_), ".");
  for (const auto& [key, value] : file_.metadata()) {
    if (!absl::StartsWith(key, prefix) || used_.count(key) != 0) continue;
    const std::string_view rest = std::string_view(key).substr(prefix.size());
    const auto* end = std::end(kPassedOver);
    if (std::find(std::begin(kPassedOver), end, rest) != end) continue;
    return Error(rest, "is not known here, and may change what the model computes");
  }
  return absl::OkStatus();
}

std::string GgufFamilyReader::Key(std::string_view key) const {
  return absl::StrCat(std::string(family_), ".", std::string(key));
}

}  // namespace widthlab::architecture
