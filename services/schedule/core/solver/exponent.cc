#include "services/schedule/core/solver/exponent.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

absl::Status CheckRule(const ExponentRule& rule) {
  if (!(rule.scale > 0 && std::isfinite(rule.scale))) {
    return InvalidField("exponent_scale", absl::StrCat(rule.scale), "finite and above 0");
  }
  if (!(rule.least > 0 && std::isfinite(rule.least))) {
    return InvalidField("exponent_min", absl::StrCat(rule.least), "finite and above 0");
  }
  if (!(rule.most >= rule.least && std::isfinite(rule.most))) {
    return InvalidField("exponent_max", absl::StrCat(rule.most),
                        absl::StrCat("finite and at least exponent_min (", rule.least, ")"));
  }
  return absl::OkStatus();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return values[middle];
  return values[middle - 1] + (values[middle] - values[middle - 1]) / 2;
}

}  // namespace

absl::StatusOr<Exponents> ExponentsFromDimension(absl::Span<const double> dimension,
                                                 const ExponentRule& rule) {
  RETURN_IF_ERROR(CheckRule(rule));
  std::vector<double> defined;
  for (size_t l = 0; l < dimension.size(); ++l) {
    if (std::isnan(dimension[l])) continue;
    if (!(dimension[l] > 0 && std::isfinite(dimension[l]))) {
      return InvalidField(absl::StrCat("dimension[", l, "]"), absl::StrCat(dimension[l]),
                          "finite and above 0, or undefined");
    }
    defined.push_back(dimension[l]);
  }
  if (defined.empty()) {
    return InvalidFieldBecause("dimension",
                               "must be defined in at least one layer; give a fixed exponent");
  }
  Exponents out;
  out.median_dimension = Median(defined);
  for (double d : dimension) {
    out.filled_in.push_back(std::isnan(d));
    const double used = std::isnan(d) ? out.median_dimension : d;
    out.values.push_back(std::clamp(rule.scale / used, rule.least, rule.most));
  }
  return out;
}

}  // namespace widthlab::schedule
