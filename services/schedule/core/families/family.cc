#include "services/schedule/core/families/family.h"

#include <string>

namespace widthlab::schedule {
namespace {

const char* NameOf(IntegerMethod method) {
  switch (method) {
    case IntegerMethod::kGreedyExact:
      return "greedy";
    case IntegerMethod::kDynamicProgramming:
      return "dynamic programming";
    case IntegerMethod::kGreedyBounded:
      return "greedy within a bound";
  }
  return "";
}

}  // namespace

v1::Rounding RoundingOf(std::string_view objective, const IntegerWidths& integers) {
  v1::Rounding rounding;
  rounding.set_objective(std::string(objective));
  rounding.set_method(NameOf(integers.method));
  rounding.set_reached(integers.objective);
  rounding.set_gap_bound(integers.gap_bound);
  rounding.set_left_over(integers.left_over);
  return rounding;
}

}  // namespace widthlab::schedule
