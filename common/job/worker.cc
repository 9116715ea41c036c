#include "common/job/worker.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/job/worker_protocol.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

constexpr absl::Duration kBetweenReports = absl::Milliseconds(50);

// Writes lines whole, from any thread.
class LineWriter {
 public:
  explicit LineWriter(int fd) : fd_(fd) {}

  void Write(const WorkerLine& line) {
    std::string text = EncodeWorkerLine(line);
    text.push_back('\n');
    std::lock_guard<std::mutex> lock(mutex_);
    for (size_t at = 0; at < text.size();) {
      const ssize_t count = write(fd_, text.data() + at, text.size() - at);
      if (count < 0) return;
      at += count;
    }
  }

 private:
  const int fd_;
  std::mutex mutex_;
};

// Passes on every event, and as many reports as somebody can watch.
class WorkerProgress final : public ProgressSink {
 public:
  explicit WorkerProgress(LineWriter& writer) : writer_(writer) {}

  void Report(const ProgressReport& report) override {
    const absl::Time now = absl::Now();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (now < next_ && report.done != report.total) return;
      next_ = now + kBetweenReports;
    }
    writer_.Write(report);
  }

  void Publish(const std::string& event) override { writer_.Write(WorkerEvent{event}); }

 private:
  LineWriter& writer_;
  std::mutex mutex_;
  absl::Time next_ = absl::InfinitePast();
};

absl::StatusOr<WorkerRequest> ReadRequest(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return DecodeWorkerRequest(text.str());
}

absl::StatusOr<v1::StepResult> Run(const StepRegistry& registry, const std::string& spec_file,
                                   artifact::ArtifactStore& store, numeric::ThreadPool& pool,
                                   ProgressSink& progress) {
  ASSIGN_OR_RETURN(const WorkerRequest request, ReadRequest(spec_file));
  ASSIGN_OR_RETURN(const Step* step, registry.Find(request.kind));
  const std::unique_ptr<google::protobuf::Message> spec = step->new_spec();
  RETURN_IF_ERROR(spec::ParseJson(request.spec_json, *spec));
  ASSIGN_OR_RETURN(const PreparedStep prepared, PrepareStep(*step, *spec, store));
  const CancelToken never;
  return RunStep(*step, prepared, store, pool, progress, never,
                 {.ignore_cache = request.ignore_cache, .scratch = request.scratch});
}

}  // namespace

// A parent that had gone before this line is noticed at the first report: nobody reads it.
void DieWithParent() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_DFL);
}

int RunWorker(const StepRegistry& registry, const std::string& spec_file,
              artifact::ArtifactStore& store, numeric::ThreadPool& pool, int output) {
  LineWriter writer(output);
  WorkerProgress progress(writer);
  const absl::StatusOr<v1::StepResult> result = Run(registry, spec_file, store, pool, progress);
  if (result.ok()) {
    writer.Write(*result);
    return 0;
  }
  writer.Write(result.status());
  return 1;
}

}  // namespace widthlab::job
