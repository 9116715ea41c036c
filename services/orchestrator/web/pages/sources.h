// What the pages are made from: the artifacts and the jobs that the server holds.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SOURCES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SOURCES_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::web {

struct JobPage {
  std::vector<job::v1::Job> jobs = {};
  // Empty on the last page.
  std::string next_page_token = {};
};

// Jobs of all areas. Safe to use from many threads; errors as in job_service.proto.
class JobBook {
 public:
  virtual ~JobBook() = default;
  virtual absl::StatusOr<job::v1::Job> Get(std::string_view name) = 0;
  // Newest first; `filter` as in ListJobsRequest.
  virtual absl::StatusOr<JobPage> List(int page_size, const std::string& page_token,
                                       const std::string& filter) = 0;
};

// Both outlive the pages.
struct Sources {
  artifact::ArtifactStore& store;
  JobBook& jobs;
};

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_SOURCES_H_
