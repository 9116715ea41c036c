#include "clients/cli/problem_line.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using google::protobuf::RepeatedField;
using schedule::v1::WidthProblem;

constexpr std::string_view kNonFinite[] = {"NaN", "-Infinity", "Infinity"};
constexpr char kKeys[] =
    "work, sensitivity, exponent, unit_cost, floor, cap, budget, reference_width, quantum";

// The same text with bare NaN and infinities in quotes, as JSON wants them.
std::string QuoteNonFinite(std::string_view text) {
  std::string out;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      out += c;
      if (c == '\\' && i + 1 < text.size()) out += text[++i];
      in_string = c != '"';
      continue;
    }
    std::string_view found;
    for (std::string_view name : kNonFinite) {
      if (text.substr(i, name.size()) == name) found = name;
    }
    if (found.empty()) {
      in_string = c == '"';
      out += c;
      continue;
    }
    absl::StrAppend(&out, "\"", std::string(found), "\"");
    i += found.size() - 1;
  }
  return out;
}

std::optional<double> NumberOf(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (value == "Infinity") return std::numeric_limits<double>::infinity();
  if (value == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

std::string Shown(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

absl::Status ReadNumber(const std::string& key, const Json& value, double& out) {
  const std::optional<double> number = NumberOf(value);
  if (!number.has_value()) return InvalidField(key, Shown(value), "a number");
  out = *number;
  return absl::OkStatus();
}

absl::Status ReadNumbers(const std::string& key, const Json& value, RepeatedField<double>& out) {
  if (!value.is_array()) {
    double number = 0;
    if (!ReadNumber(key, value, number).ok()) {
      return InvalidField(key, Shown(value), "a list of numbers or one number");
    }
    out.Add(number);
    return absl::OkStatus();
  }
  if (value.empty()) return InvalidField(key, "an empty list", "one entry a layer");
  out.Reserve(static_cast<int>(value.size()));
  for (size_t i = 0; i < value.size(); ++i) {
    double number = 0;
    RETURN_IF_ERROR(ReadNumber(absl::StrCat(key, "[", i, "]"), value[i], number));
    out.Add(number);
  }
  return absl::OkStatus();
}

absl::Status ReadQuantum(const Json& value, WidthProblem& problem) {
  const std::optional<double> number = NumberOf(value);
  constexpr double kMost = std::numeric_limits<int32_t>::max();
  if (!number.has_value() || !(*number >= 1 && *number <= kMost) ||
      std::floor(*number) != *number) {
    return InvalidField("quantum", Shown(value), "a whole number from 1 to the budget");
  }
  problem.set_quantum(static_cast<int32_t>(*number));
  return absl::OkStatus();
}

absl::Status ReadKey(const std::string& key, const Json& value, WidthProblem& problem) {
  if (key == "work") {
    if (!value.is_array()) return InvalidField(key, Shown(value), "a list, one entry a layer");
    return ReadNumbers(key, value, *problem.mutable_work());
  }
  if (key == "sensitivity") return ReadNumbers(key, value, *problem.mutable_sensitivity());
  if (key == "exponent") return ReadNumbers(key, value, *problem.mutable_exponent());
  if (key == "unit_cost") return ReadNumbers(key, value, *problem.mutable_unit_cost());
  if (key == "floor") return ReadNumbers(key, value, *problem.mutable_floor());
  if (key == "cap") return ReadNumbers(key, value, *problem.mutable_cap());
  if (key == "quantum") return ReadQuantum(value, problem);
  double number = 0;
  if (key == "budget") {
    RETURN_IF_ERROR(ReadNumber(key, value, number));
    problem.set_budget(number);
    return absl::OkStatus();
  }
  if (key == "reference_width") {
    RETURN_IF_ERROR(ReadNumber(key, value, number));
    problem.set_reference_width(number);
    return absl::OkStatus();
  }
  return MakeError(absl::StatusCode::kInvalidArgument, {.reason = "UNKNOWN_FIELD", .field = key},
                   absl::StrCat("a problem has no '", key, "', only ", kKeys));
}

Json Numbers(const RepeatedField<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(JsonOf(value));
  return list;
}

}  // namespace

absl::StatusOr<WidthProblem> ParseProblem(std::string_view line) {
  const Json object = Json::parse(QuoteNonFinite(line), nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) {
    return MakeError(absl::StatusCode::kInvalidArgument, {.reason = "INVALID_JSON"},
                     "the line is not a JSON object");
  }
  WidthProblem problem;
  for (const auto& item : object.items()) {
    if (item.value().is_null()) continue;  // left out
    RETURN_IF_ERROR(ReadKey(item.key(), item.value(), problem));
  }
  for (const char* key : {"work", "exponent", "unit_cost", "budget"}) {
    if (!object.contains(key) || object[key].is_null()) {
      return InvalidFieldBecause(key, absl::StrCat("a problem needs ", key));
    }
  }
  return problem;
}

Json SolutionJson(const WidthProblem& problem, const schedule::v1::WidthSolution& solution) {
  Json object = Json::object();
  object["widths"] = Numbers(solution.widths());
  object["multiplier"] = JsonOf(solution.multiplier());
  object["objective"] = JsonOf(solution.objective());
  object["budget_residual"] = JsonOf(solution.budget_residual());
  object["stationarity_residual"] = JsonOf(solution.stationarity_residual());
  object["complementarity_residual"] = JsonOf(solution.complementarity_residual());
  Json bounds = Json::array();
  for (int bound : solution.bounds()) {
    bounds.push_back(EnumName(*schedule::v1::WidthBound_descriptor(), bound));
  }
  object["bound"] = std::move(bounds);
  if (!problem.has_quantum()) return object;
  object["integer_widths"] = Json::array();
  for (int64_t width : solution.integer_widths()) object["integer_widths"].push_back(width);
  object["integer_objective"] = JsonOf(solution.integer_objective());
  object["integer_gap_bound"] = JsonOf(solution.integer_gap_bound());
  return object;
}

}  // namespace widthlab::cli
