#include "services/orchestrator/web/web_page.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/log/log.h"
#include "common/rpc/job_router.h"
#include "common/status/macros.h"
#include "services/orchestrator/web/http/server.h"
#include "services/orchestrator/web/pages/site.h"
#include "services/orchestrator/web/pages/sources.h"

namespace widthlab::web {
namespace {

// The jobs that JobService shows.
class RoutedJobs final : public JobBook {
 public:
  explicit RoutedJobs(const rpc::JobRouter& router) : router_(router) {}

  absl::StatusOr<job::v1::Job> Get(std::string_view name) override { return router_.Get(name); }

  absl::StatusOr<JobPage> List(int page_size, const std::string& page_token,
                               const std::string& filter) override {
    job::v1::ListJobsRequest request;
    request.set_page_size(page_size);
    request.set_page_token(page_token);
    request.set_filter(filter);
    ASSIGN_OR_RETURN(job::v1::ListJobsResponse response, router_.List(request));
    JobPage page{.next_page_token = response.next_page_token()};
    for (job::v1::Job& job : *response.mutable_jobs()) page.jobs.push_back(std::move(job));
    return page;
  }

 private:
  const rpc::JobRouter& router_;
};

class WebServer final : public host::SideServer {
 public:
  WebServer(artifact::ArtifactStore& store, const rpc::JobRouter& router)
      : jobs_(router), site_({store, jobs_}) {}

  absl::Status Start(const std::string& address) {
    ASSIGN_OR_RETURN(http_, HttpServer::Start(address, [this](const Request& request) {
                       return site_.Answer(request);
                     }));
    return absl::OkStatus();
  }

  std::string announcement() const override {
    return absl::StrCat("web page: http://", http_->address(), "/");
  }

  void Drain() override { http_->Drain(); }

 private:
  RoutedJobs jobs_;
  Site site_;
  std::unique_ptr<HttpServer> http_;
};

}  // namespace

host::StartSideServer WebPage(const host::ServerFlags& flags, artifact::ArtifactStore& store) {
  const std::string address = flags.web_listen;
  const bool asked_for = flags.web_was_asked_for;
  return [address, asked_for,
          &store](const rpc::JobRouter& jobs) -> absl::StatusOr<std::unique_ptr<host::SideServer>> {
    if (address.empty() || address == "none") return nullptr;
    auto server = std::make_unique<WebServer>(store, jobs);
    const absl::Status status = server->Start(address);
    if (status.ok()) return server;
    if (asked_for || !absl::IsFailedPrecondition(status)) return status;
    log::Warning("no web page", {{"error", std::string(status.message())}});
    return nullptr;
  };
}

}  // namespace widthlab::web
