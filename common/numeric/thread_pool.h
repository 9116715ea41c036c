#ifndef WIDTHLAB_COMMON_NUMERIC_THREAD_POOL_H_
#define WIDTHLAB_COMMON_NUMERIC_THREAD_POOL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include <condition_variable>

#include "absl/functional/function_ref.h"

namespace widthlab::numeric {

// The threads that compute. A process makes one pool, sized by --threads, and everything that
// computes runs as a blocked loop on it:
//
//   ThreadPool pool(2);
//   pool.Run(/*blocks=*/10, [&](int64_t block) { Work(block); });  // returns when all ten are done
//
// Most callers want ParallelFor (parallel_for.h), which cuts an index range into blocks.
//
// A caller outside the pool only sleeps until its loop is done, so a job's own thread costs
// nothing. A caller that is itself a worker (a loop inside a loop) works on its own inner loop and
// cannot deadlock: a thread only ever waits for blocks that are already running further inside.
//
// Jobs share the pool fairly: a worker that becomes free serves the outermost calls in turn, one
// block at a time; among the loops of one call it takes the innermost first.
//
// A body must not throw. Thread-safe; the destructor requires that no loop is running.
class ThreadPool {
 public:
  // Starts `threads` workers (at least one). Each calls `on_worker_start` once before its first
  // block, which is the place to set a library's own inner thread count to one.
  explicit ThreadPool(int threads, std::function<void()> on_worker_start = {});
  ~ThreadPool();

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()); }

  // Calls body(0) … body(blocks − 1), each once, in any order and on any worker; returns when all
  // have returned. Everything written before Run is visible to the bodies, and everything that they
  // wrote is visible after it. A block should last at least some tens of microseconds: handing one
  // out costs a lock.
  void Run(int64_t blocks, absl::FunctionRef<void(int64_t)> body);

 private:
  struct Call;  // one outermost Run
  struct Loop;  // one Run, outermost or nested

  void WorkerMain(const std::function<void()>& on_worker_start);
  // The loop that a free worker should serve next, or null. Moves its call to the end of the line.
  Loop* NextLoop();
  // Runs the loop's next block; the lock is released while the body runs.
  void RunOneBlock(Loop& loop, std::unique_lock<std::mutex>& lock);
  void WithdrawLoop(Loop& loop);

  std::mutex mutex_;
  std::condition_variable work_available_;
  std::list<Call*> calls_;  // those with blocks that nobody has taken yet
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace widthlab::numeric

#endif  // WIDTHLAB_COMMON_NUMERIC_THREAD_POOL_H_
