// An amount of memory that calls share.
//
//   MemoryBudget budget(int64_t{1} << 30);
//   ASSIGN_OR_RETURN(const MemoryBudget::Lease lease, budget.Wait(bytes, [&] { return check(); }));
//   ... use the bytes ...                             // given back when the lease goes
//
// Safe to use from many threads.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_SERVICE_MEMORY_BUDGET_H_
#define WIDTHLAB_SERVICES_GEOMETRY_SERVICE_MEMORY_BUDGET_H_

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace widthlab::geometry {

class MemoryBudget {
 public:
  // A part of the budget; the budget must outlive it.
  class Lease {
   public:
    Lease(Lease&& other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)), bytes_(other.bytes_) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (budget_ != nullptr) budget_->GiveBack(bytes_);
    }

   private:
    friend class MemoryBudget;
    Lease(MemoryBudget* budget, int64_t bytes) : budget_(budget), bytes_(bytes) {}

    MemoryBudget* budget_;
    int64_t bytes_;
  };

  explicit MemoryBudget(int64_t total) : total_(total), free_(total) {}

  int64_t total() const { return total_; }

  // The bytes now, or nothing.
  std::optional<Lease> Take(int64_t bytes);

  // The bytes as soon as they are free, in the order in which they were asked for. `check` is asked
  // ten times a second, and its error ends the waiting. Requires bytes ≤ total().
  absl::StatusOr<Lease> Wait(int64_t bytes, absl::FunctionRef<absl::Status()> check);

 private:
  void GiveBack(int64_t bytes);

  const int64_t total_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int64_t free_;
  // Tickets of those who wait, the first of whom is served.
  std::set<uint64_t> line_;
  uint64_t next_ticket_ = 0;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_SERVICE_MEMORY_BUDGET_H_
