// The one wrapper around every handler of every service: it checks the deadline, logs a line,
// counts the call, turns exceptions into INTERNAL and converts the status.
//
//   class GeometryServiceImpl final : public v1::GeometryService::Service {
//    public:
//     GeometryServiceImpl(job::JobExecutor& executor, rpc::Host& host)
//         : executor_(executor), calls_(v1::GeometryService::service_full_name(), host) {}
//
//     grpc::Status MeasureWork(grpc::ServerContext* context, const v1::MeasureWorkRequest* request,
//                              job::v1::Job* response) override {
//       return calls_.Unary("MeasureWork", context, response, [&](rpc::Call&) {
//         return job::SubmitStep(executor_, "geometry.MeasureWork", request->spec(),
//                                request->request_id(), request->validate_only());
//       });
//     }
//   };
//
// A handler returns absl::StatusOr<Response> (Unary, ClientStream) or absl::Status (ServerStream).
// Making a `Calls` creates the metrics of every method of the service.
#ifndef WIDTHLAB_COMMON_RPC_CALL_H_
#define WIDTHLAB_COMMON_RPC_CALL_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/rpc/host.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/status.h"
#include "grpcpp/support/sync_stream.h"

namespace widthlab::rpc {

// One call while it is handled.
class Call {
 public:
  Call(grpc::ServerContext& context, const Host& host) : context_(context), host_(host) {}

  // CANCELLED once the client has gone, DEADLINE_EXCEEDED once its time is over. A handler that
  // works for more than a moment asks now and then: nothing stops it otherwise.
  absl::Status Check() const;

  // The same, and UNAVAILABLE SERVER_DRAINING once the server is about to stop: for streams that
  // wait for news. To be asked ten times a second.
  absl::Status CheckWatch() const;

  grpc::ServerContext& context() { return context_; }

 private:
  grpc::ServerContext& context_;
  const Host& host_;
};

// Messages to the client.
template <typename Message>
class StreamWriter {
 public:
  StreamWriter(Call& call, grpc::ServerWriter<Message>& writer) : call_(call), writer_(writer) {}

  // Waits while the client reads slowly. CANCELLED or DEADLINE_EXCEEDED once it reads no more.
  absl::Status Write(const Message& message) {
    if (writer_.Write(message)) return absl::OkStatus();
    const absl::Status status = call_.Check();
    return status.ok() ? absl::CancelledError("the client reads no more") : status;
  }

 private:
  Call& call_;
  grpc::ServerWriter<Message>& writer_;
};

// Messages from the client.
template <typename Message>
class StreamReader {
 public:
  StreamReader(Call& call, grpc::ServerReader<Message>& reader) : call_(call), reader_(reader) {}

  // Reads the next message; false at the end. CANCELLED or DEADLINE_EXCEEDED where the client went
  // away in the middle, which is no end.
  absl::StatusOr<bool> Next(Message& message) {
    if (reader_.Read(&message)) return true;
    if (const absl::Status status = call_.Check(); !status.ok()) return status;
    return false;
  }

 private:
  Call& call_;
  grpc::ServerReader<Message>& reader_;
};

// The handlers of one service. Safe to use from many threads.
class Calls {
 public:
  // `service` is its full name; its descriptor must be linked in. `host` must outlive this.
  Calls(std::string_view service, Host& host);

  template <typename Response, typename Handler>
  grpc::Status Unary(std::string_view method, grpc::ServerContext* context, Response* response,
                     Handler&& handler) {
    return Run(method, context, [&](Call& call) -> absl::Status {
      absl::StatusOr<Response> answer = handler(call);
      if (!answer.ok()) return answer.status();
      *response = *std::move(answer);
      return absl::OkStatus();
    });
  }

  // handler(Call&, StreamWriter<Message>&) -> absl::Status
  template <typename Message, typename Handler>
  grpc::Status ServerStream(std::string_view method, grpc::ServerContext* context,
                            grpc::ServerWriter<Message>* writer, Handler&& handler) {
    return Run(method, context, [&](Call& call) -> absl::Status {
      StreamWriter<Message> out(call, *writer);
      return handler(call, out);
    });
  }

  // handler(Call&, StreamReader<Message>&) -> absl::StatusOr<Response>
  template <typename Message, typename Response, typename Handler>
  grpc::Status ClientStream(std::string_view method, grpc::ServerContext* context,
                            grpc::ServerReader<Message>* reader, Response* response,
                            Handler&& handler) {
    return Run(method, context, [&](Call& call) -> absl::Status {
      StreamReader<Message> in(call, *reader);
      absl::StatusOr<Response> answer = handler(call, in);
      if (!answer.ok()) return answer.status();
      *response = *std::move(answer);
      return absl::OkStatus();
    });
  }

 private:
  grpc::Status Run(std::string_view method, grpc::ServerContext* context,
                   absl::FunctionRef<absl::Status(Call&)> handler);

  Host& host_;
  std::string service_;
  std::map<std::string, metrics::RpcMethod*, std::less<>> methods_;
};

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_CALL_H_
