// What the demonstration found, as a table and as one JSON object.
//
//   {"report": "/.../report.html", "reference": ID, "activations": ID, "profile": ID,
//    "comparison": ID, "arms": [{"name", "schedule", "ffn_widths", "parameters",
//    "validation_loss"}]}
#ifndef WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_RESULT_H_
#define WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_RESULT_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/console.h"
#include "clients/cli/json.h"
#include "widthlab/job/v1/job.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::cli {

struct DemoResult {
  // Path of the page.
  std::string report = {};
  // Ids of artifacts.
  std::string report_artifact = {};
  std::string reference = {};
  std::string activations = {};
  std::string profile = {};
  std::string comparison = {};
  pipeline::v1::Comparison table = {};
};

// The artifacts of a finished run, found by the kinds of its steps. `table` and `report` are still
// to be fetched. INTERNAL where the run lacks one of them.
absl::StatusOr<DemoResult> FindResults(const job::v1::Job& run);

// Losses by seed stand in the order of the comparison's seeds.
Json JsonOf(const DemoResult& result);

// One line for each arm.
std::string ArmTable(const Console& console, const pipeline::v1::Comparison& comparison);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_DEMO_DEMO_RESULT_H_
