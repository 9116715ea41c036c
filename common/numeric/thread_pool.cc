#include "common/numeric/thread_pool.h"

#include <algorithm>
#include <utility>

namespace widthlab::numeric {

struct ThreadPool::Call {
  std::vector<Loop*> loops;  // with untaken blocks; the last is the innermost
};

struct ThreadPool::Loop {
  Loop(Call* call, absl::FunctionRef<void(int64_t)> body, int64_t blocks)
      : call(call), body(body), blocks(blocks) {}

  Call* call;
  absl::FunctionRef<void(int64_t)> body;
  int64_t blocks;
  int64_t next = 0;      // first block that nobody has taken
  int64_t finished = 0;  // blocks that have returned
  std::condition_variable all_finished;
};

namespace {

// The pool and call that the current thread is computing for, if it is a worker inside a block.
struct Position {
  const ThreadPool* pool = nullptr;
  void* call = nullptr;
};
thread_local Position position;

}  // namespace

ThreadPool::ThreadPool(int threads, std::function<void()> on_worker_start) {
  const int count = std::max(threads, 1);
  workers_.reserve(count);
  for (int i = 0; i < count; ++i) {
    workers_.emplace_back([this, on_worker_start] { WorkerMain(on_worker_start); });
  }
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  work_available_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::Run(int64_t blocks, absl::FunctionRef<void(int64_t)> body) {
  if (blocks <= 0) return;
  const bool nested = position.pool == this;
  Call own_call;
  Loop loop(nested ? static_cast<Call*>(position.call) : &own_call, body, blocks);

  std::unique_lock<std::mutex> lock(mutex_);
  if (loop.call->loops.empty()) calls_.push_back(loop.call);
  loop.call->loops.push_back(&loop);
  work_available_.notify_all();
  if (nested) {
    while (loop.next < loop.blocks) RunOneBlock(loop, lock);
  }
  loop.all_finished.wait(lock, [&loop] { return loop.finished == loop.blocks; });
}

void ThreadPool::WorkerMain(const std::function<void()>& on_worker_start) {
  if (on_worker_start) on_worker_start();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    work_available_.wait(lock, [this] { return stopping_ || !calls_.empty(); });
    if (calls_.empty()) return;
    RunOneBlock(*NextLoop(), lock);
  }
}

ThreadPool::Loop* ThreadPool::NextLoop() {
  Call* call = calls_.front();
  calls_.splice(calls_.end(), calls_, calls_.begin());
  return call->loops.back();
}

void ThreadPool::RunOneBlock(Loop& loop, std::unique_lock<std::mutex>& lock) {
  const int64_t block = loop.next++;
  if (loop.next == loop.blocks) WithdrawLoop(loop);
  lock.unlock();
  const Position outer = std::exchange(position, Position{this, loop.call});
  loop.body(block);
  position = outer;
  lock.lock();
  // Notified under the lock: the waiter owns the loop and may destroy it as soon as it wakes.
  if (++loop.finished == loop.blocks) loop.all_finished.notify_one();
}

void ThreadPool::WithdrawLoop(Loop& loop) {
  std::vector<Loop*>& loops = loop.call->loops;
  loops.erase(std::find(loops.begin(), loops.end(), &loop));
  if (loops.empty()) calls_.remove(loop.call);
}

}  // namespace widthlab::numeric
