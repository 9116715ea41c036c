// The kinds of step that a server, or a worker of it, can run.
//
//   StepRegistry registry;
//   geometry::AddSteps(registry);
//   ASSIGN_OR_RETURN(const Step* step, registry.Find("geometry.MeasureWork"));
#ifndef WIDTHLAB_COMMON_JOB_STEP_REGISTRY_H_
#define WIDTHLAB_COMMON_JOB_STEP_REGISTRY_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/job/step.h"

namespace widthlab::job {

// Fill it before it is shared; then it is safe to use from many threads.
class StepRegistry {
 public:
  // One step of a kind; a second takes the place of the first.
  void Add(Step step);

  // Lives as long as the registry. NOT_FOUND UNKNOWN_STEP lists the kinds there are.
  absl::StatusOr<const Step*> Find(std::string_view kind) const;

  // Ascending.
  std::vector<std::string> Kinds() const;

 private:
  std::map<std::string, Step, std::less<>> steps_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_STEP_REGISTRY_H_
