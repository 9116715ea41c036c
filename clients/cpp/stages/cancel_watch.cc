#include "clients/cpp/stages/cancel_watch.h"

#include <chrono>

namespace widthlab::client {
namespace {

constexpr std::chrono::milliseconds kInterval(50);

}  // namespace

CancelWatch::CancelWatch(grpc::ClientContext& context, const job::CancelToken& cancel)
    : context_(context), cancel_(cancel), thread_([this] { Look(); }) {}

CancelWatch::~CancelWatch() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  over_.notify_all();
  thread_.join();
}

void CancelWatch::Look() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!done_) {
    if (cancel_.IsCancelled()) {
      context_.TryCancel();
      return;
    }
    over_.wait_for(lock, kInterval);
  }
}

}  // namespace widthlab::client
