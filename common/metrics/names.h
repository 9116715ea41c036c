// The one list of metric names and labels. Dashboards and alerts use these names.
//
// A label has few values by construction: a service, a method, a status code, a kind of job. Jobs
// and digests are never labels, because a series lives as long as the process.
#ifndef WIDTHLAB_COMMON_METRICS_NAMES_H_
#define WIDTHLAB_COMMON_METRICS_NAMES_H_

namespace widthlab::metrics {

struct MetricName {
  const char* name;
  const char* help;
};

// Labels service, method.
inline constexpr MetricName kRpcStarted = {"widthlab_rpc_started_total", "Calls received."};
inline constexpr MetricName kRpcDuration = {"widthlab_rpc_duration_seconds",
                                            "Time from the start of a handler to its answer."};
inline constexpr MetricName kRpcInFlight = {"widthlab_rpc_in_flight", "Calls being handled."};

// Labels service, method, code ("OK", "INVALID_ARGUMENT", ...).
inline constexpr MetricName kRpcHandled = {"widthlab_rpc_handled_total",
                                           "Calls answered, by status code."};

// Label area ("training").
inline constexpr MetricName kJobsQueued = {"widthlab_jobs_queued", "Jobs that wait to be run."};
inline constexpr MetricName kJobsRunning = {"widthlab_jobs_running", "Jobs that run now."};

// Labels kind ("training.Train"), outcome ("succeeded", "failed", "cancelled").
inline constexpr MetricName kJobDuration = {"widthlab_job_duration_seconds",
                                            "Time from the start of a job to its end."};

// Label kind.
inline constexpr MetricName kTokensPerSecond = {
    "widthlab_tokens_per_second", "Tokens a second, summed over the jobs that run now."};

// No label.
inline constexpr MetricName kStoreBytes = {"widthlab_store_bytes",
                                           "Bytes of all blobs in the store."};

}  // namespace widthlab::metrics

#endif  // WIDTHLAB_COMMON_METRICS_NAMES_H_
