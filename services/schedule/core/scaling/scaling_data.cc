#include "services/schedule/core/scaling/scaling_data.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

constexpr size_t kMostFamilies = 64;
constexpr size_t kMostRuns = 10000;

bool IsPositive(double x) { return std::isfinite(x) && x > 0; }

bool IsGiven(const ScalingVariable& variable) {
  return std::any_of(variable.sizes.begin(), variable.sizes.end(),
                     [](double size) { return size != 0; });
}

absl::Status CheckPositive(const std::string& path, const char* field,
                           const std::vector<double>& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (IsPositive(values[i])) continue;
    return InvalidField(absl::StrCat(path, ".runs[", i, "].", field), absl::StrCat(values[i]),
                        "finite and above 0");
  }
  return absl::OkStatus();
}

absl::Status CheckVariable(const std::string& path, const ScalingVariable& variable) {
  RETURN_IF_ERROR(CheckPositive(path, variable.name, variable.sizes));
  const int sizes = DistinctSizes(variable.sizes);
  if (sizes >= 3) return absl::OkStatus();
  return InvalidField(
      absl::StrCat(path, ".runs"),
      absl::StrCat(sizes, " distinct ", sizes == 1 ? "size" : "sizes", " in ", variable.name),
      "at least 3: a curve has three numbers");
}

absl::Status CheckFamily(const std::string& path, const FamilyRuns& family) {
  if (family.losses.empty() || family.losses.size() > kMostRuns) {
    return InvalidField(absl::StrCat(path, ".runs"), absl::StrCat(family.losses.size(), " runs"),
                        absl::StrCat("in [3, ", kMostRuns, "], of at least 3 sizes"));
  }
  RETURN_IF_ERROR(CheckPositive(path, "loss", family.losses));
  bool any = false;
  for (const ScalingVariable& variable : family.variables) {
    if (!IsGiven(variable)) continue;
    any = true;
    RETURN_IF_ERROR(CheckVariable(path, variable));
  }
  if (any) return absl::OkStatus();
  return InvalidField(absl::StrCat(path, ".runs[0].parameters"), "0",
                      "above 0, or training_flops or kv_bytes_per_token instead");
}

}  // namespace

int DistinctSizes(const std::vector<double>& sizes) {
  return static_cast<int>(std::set<double>(sizes.begin(), sizes.end()).size());
}

absl::Status CheckFamilies(const std::vector<FamilyRuns>& families) {
  if (families.empty() || families.size() > kMostFamilies) {
    return InvalidField("families", absl::StrCat(families.size(), " families"),
                        absl::StrCat("in [1, ", kMostFamilies, "]"));
  }
  std::set<std::string> names;
  for (size_t f = 0; f < families.size(); ++f) {
    const std::string path = absl::StrCat("families[", f, "]");
    if (families[f].name.empty() || !names.insert(families[f].name).second) {
      return InvalidField(absl::StrCat(path, ".name"),
                          families[f].name.empty() ? "empty" : families[f].name,
                          "a name that no other family has");
    }
    RETURN_IF_ERROR(CheckFamily(path, families[f]));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::schedule
