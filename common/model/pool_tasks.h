// Blocks of work that call LibTorch, on the process's pool, with errors as statuses.
//
//   const PoolTasks tasks(pool, cancelled);
//   RETURN_IF_ERROR(tasks.Run(blocks.size(), [&](int64_t i) { ... }));
#ifndef WIDTHLAB_COMMON_MODEL_POOL_TASKS_H_
#define WIDTHLAB_COMMON_MODEL_POOL_TASKS_H_

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::model {

// Runs `body`, which returns a status or a StatusOr, and turns what LibTorch throws into one.
template <typename Body>
auto Guarded(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception& error) {
    return absl::InternalError(absl::StrCat("LibTorch: ", error.what()));
  }
}

// CANCELLED where `cancelled`, which may be empty, says so.
inline absl::Status CheckCancelled(const std::function<bool()>& cancelled) {
  return cancelled && cancelled() ? absl::CancelledError("cancelled on request") : absl::OkStatus();
}

class PoolTasks {
 public:
  PoolTasks(numeric::ThreadPool& pool, std::function<bool()> cancelled)
      : pool_(pool), cancelled_(std::move(cancelled)) {}

  // body(0) to body(count - 1). CANCELLED, or INTERNAL for the first block that threw.
  absl::Status Run(int64_t count, absl::FunctionRef<void(int64_t)> body) const {
    std::vector<absl::Status> results(static_cast<size_t>(count));
    pool_.Run(count, [&](int64_t i) {
      absl::Status& result = results[static_cast<size_t>(i)];
      result = CheckCancelled(cancelled_);
      if (!result.ok()) return;
      result = Guarded([&]() -> absl::Status {
        body(i);
        return absl::OkStatus();
      });
    });
    for (const absl::Status& result : results) {
      if (!result.ok()) return result;
    }
    return absl::OkStatus();
  }

 private:
  numeric::ThreadPool& pool_;
  std::function<bool()> cancelled_;
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_POOL_TASKS_H_
