// What a server and its worker process say to each other: the server writes one JSON file, the
// worker answers with JSON lines on its standard output.
//
//   {"kind": "geometry.MeasureWork", "spec": "{...canonical JSON...}", "ignore_cache": false,
//    "scratch": "/data/jobs/geometry-scratch/3f..."}
//
//   {"progress": {"stage": "layer 3", "done": 3, "total": 12, "unit": "layers"}}
//   {"event": "base64 of a serialised message"}
//   {"result": {"artifact": "4f0c...", "cached": false}}            or, as the last line,
//   {"error": {"message": "...", "status": "base64 of a google.rpc.Status"}}
#ifndef WIDTHLAB_COMMON_JOB_WORKER_PROTOCOL_H_
#define WIDTHLAB_COMMON_JOB_WORKER_PROTOCOL_H_

#include <string>
#include <string_view>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/job/progress_sink.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::job {

struct WorkerRequest {
  std::string kind = {};
  // Canonical JSON of the resolved spec.
  std::string spec_json = {};
  bool ignore_cache = false;
  std::string scratch = {};
};

std::string EncodeWorkerRequest(const WorkerRequest& request);

// DATA_LOSS for anything else.
absl::StatusOr<WorkerRequest> DecodeWorkerRequest(std::string_view json);

struct WorkerEvent {
  std::string event;
};

using WorkerLine = std::variant<ProgressReport, WorkerEvent, v1::StepResult, absl::Status>;

// Without a line end.
std::string EncodeWorkerLine(const WorkerLine& line);

// DATA_LOSS for a line of another form, for instance one that a library printed.
absl::StatusOr<WorkerLine> DecodeWorkerLine(std::string_view json);

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_WORKER_PROTOCOL_H_
