// A family of schedules: a function from the model's budget (and a measured profile) to widths.
//
// Each family is a row of registry.cc. Its options are its message in schedule.proto, from whose
// field options defaults, ranges and help come.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_FAMILY_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_FAMILY_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/families/guided_layers.h"
#include "services/schedule/core/families/solve_work.h"
#include "services/schedule/core/families/width_budget.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::schedule {

// References outlive the call. Pointers are null for families that read no such thing.
struct FamilyInput {
  const v1::ScheduleSpec& spec;  // resolved
  const WidthBudget& budget;
  const geometry::v1::Profile* profile = nullptr;
  const capture::v1::Sensitivity* sensitivity = nullptr;
  const v1::Schedule* base = nullptr;  // whose widths the family takes
};

struct FamilyResult {
  std::vector<double> targets;  // before rounding
  std::vector<int64_t> widths;

  // For families that shape the residual stream; empty: the model's own width everywhere.
  std::vector<int64_t> residual_widths = {};

  // For families that shape what lies inside the blocks; empty: as wide as the stream.
  std::vector<int64_t> attention_widths = {};

  // For families that solve the allocation problem.
  struct Solved {
    LayerWork layers;
    SolvedWidths answer;
    std::vector<LayerFacts> facts;
    bool inverse = false;  // layers.work is 1 / smoothed_work
  };
  std::optional<Solved> solved = {};

  // One for each layer, or none.
  std::vector<v1::WidthInterval> intervals = {};

  // Unset where widths are taken as given.
  std::optional<v1::Rounding> rounding = {};

  // For the family that solves the joint problem.
  struct Joint {
    v1::JointSolution solution;
    LayerWork layers;
    std::vector<LayerFacts> facts;
    std::vector<v1::WidthInterval> residual_intervals = {};  // one for each layer, or none
  };
  std::optional<Joint> joint = {};
};

// `objective` is what was minimised: "surrogate" or "closeness".
v1::Rounding RoundingOf(std::string_view objective, const IntegerWidths& integers);

struct Family {
  v1::ScheduleSpec::FamilyCase tag;
  // Errors name fields below the family's message ("profile", "window") or the budget's ("cap").
  absl::StatusOr<FamilyResult> (*make)(const FamilyInput& input);
};

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_FAMILIES_FAMILY_H_
