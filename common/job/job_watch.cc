// Watching a job: JobExecutor::Watch and WatchEvents.
#include "absl/time/clock.h"
#include "common/job/job_executor.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

constexpr absl::Duration kBetweenUpdates = absl::Milliseconds(100);
constexpr int kEventsAtOnce = 1000;

}  // namespace

absl::Status JobExecutor::Watch(std::string_view name,
                                absl::FunctionRef<absl::Status(const v1::Job&)> on_job,
                                absl::FunctionRef<absl::Status()> check) {
  const LiveJobPtr live = FindLive(name);
  if (live == nullptr) {
    ASSIGN_OR_RETURN(const v1::Job job, Get(name));
    return on_job(job);
  }
  int64_t seen = -1;
  for (;;) {
    RETURN_IF_ERROR(check());
    const absl::Time next = absl::Now() + kBetweenUpdates;
    const int64_t version = live->WaitForChange(seen, next);
    if (version == seen) continue;
    seen = version;
    const v1::Job job = live->Snapshot();
    RETURN_IF_ERROR(on_job(job));
    if (IsFinal(job.state())) return absl::OkStatus();
    // A final state is not kept waiting: the next change is shown when its time has come.
    absl::SleepFor(next - absl::Now());
  }
}

absl::Status JobExecutor::WatchEvents(std::string_view name,
                                      absl::FunctionRef<absl::Status(const std::string&)> on_event,
                                      absl::FunctionRef<absl::Status()> check) {
  const LiveJobPtr live = FindLive(name);
  if (live == nullptr) RETURN_IF_ERROR(Get(name).status());
  int64_t next = 0;
  int64_t seen = -1;
  for (;;) {
    RETURN_IF_ERROR(check());
    // Asked before the events, so that none which came before the end is missed.
    const bool ended = live == nullptr || IsFinal(live->Snapshot().state());
    std::vector<std::string> events;
    if (live != nullptr) {
      events = live->EventsFrom(next, kEventsAtOnce);
    } else {
      ASSIGN_OR_RETURN(events, store_.ReadEvents(name, next, kEventsAtOnce));
    }
    for (const std::string& event : events) RETURN_IF_ERROR(on_event(event));
    next += static_cast<int64_t>(events.size());
    if (!events.empty()) continue;
    if (ended) return absl::OkStatus();
    seen = live->WaitForChange(seen, absl::Now() + kBetweenUpdates);
  }
}

}  // namespace widthlab::job
