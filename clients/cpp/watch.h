// Follows a stream of jobs to the end of the job, through lost connections.
//
//   ASSIGN_OR_RETURN(const Job job, Watch(connection, open, [&](const Job& job) { view.Show(job);
//   }));
//
// A watch that is opened again begins with the job as it is now, so nothing needs to be resumed:
// at worst a state that lasted less than the gap is never shown.
#ifndef WIDTHLAB_CLIENTS_CPP_WATCH_H_
#define WIDTHLAB_CLIENTS_CPP_WATCH_H_

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "clients/cpp/connection.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/sync_stream.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::client {

using JobStream = grpc::ClientReaderInterface<job::v1::Job>;
using OpenJobStream = std::function<std::unique_ptr<JobStream>(grpc::ClientContext&)>;

// Returns the job in its final state, having shown it and every state before it. The attempts of
// the connection's policy count anew after each message. `show` may be empty.
absl::StatusOr<job::v1::Job> Watch(const Connection& connection, const OpenJobStream& open,
                                   const std::function<void(const job::v1::Job&)>& show);

bool IsFinal(job::v1::JobState state);

// The error of a job that failed or was cancelled, with code, reason and field; OK otherwise.
absl::Status ErrorOf(const job::v1::Job& job);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_WATCH_H_
