// Ends a blocking call once a token is cancelled.
//
//   grpc::ClientContext context;
//   CancelWatch watch(context, cancel);
//   auto stream = stub->WatchJob(&context, request);   // Read returns false soon after cancel
#ifndef WIDTHLAB_CLIENTS_CPP_STAGES_CANCEL_WATCH_H_
#define WIDTHLAB_CLIENTS_CPP_STAGES_CANCEL_WATCH_H_

#include <condition_variable>
#include <mutex>
#include <thread>

#include "common/job/cancel_token.h"
#include "grpcpp/client_context.h"

namespace widthlab::client {

// Both must outlive this. Has a thread of its own, which looks at the token 20 times a second.
class CancelWatch {
 public:
  CancelWatch(grpc::ClientContext& context, const job::CancelToken& cancel);
  ~CancelWatch();

  CancelWatch(const CancelWatch&) = delete;
  CancelWatch& operator=(const CancelWatch&) = delete;

 private:
  void Look();

  grpc::ClientContext& context_;
  const job::CancelToken& cancel_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_STAGES_CANCEL_WATCH_H_
