#include "services/geometry/service/memory_budget.h"

#include <chrono>

namespace widthlab::geometry {

std::optional<MemoryBudget::Lease> MemoryBudget::Take(int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (bytes > free_) return std::nullopt;
  free_ -= bytes;
  return Lease(this, bytes);
}

absl::StatusOr<MemoryBudget::Lease> MemoryBudget::Wait(int64_t bytes,
                                                       absl::FunctionRef<absl::Status()> check) {
  std::unique_lock<std::mutex> lock(mutex_);
  const uint64_t ticket = next_ticket_++;
  line_.insert(ticket);
  absl::Status status = check();
  while (status.ok() && (*line_.begin() != ticket || bytes > free_)) {
    changed_.wait_for(lock, std::chrono::milliseconds(100));
    status = check();
  }
  line_.erase(ticket);
  // Whoever is first now may fit.
  changed_.notify_all();
  if (!status.ok()) return status;
  free_ -= bytes;
  return Lease(this, bytes);
}

void MemoryBudget::GiveBack(int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  free_ += bytes;
  changed_.notify_all();
}

}  // namespace widthlab::geometry
