// A cloud that a client streams, in memory that was set aside for it.
//
//   StreamedCloud x("x", budget);
//   RETURN_IF_ERROR(x.Add(request.x()));      // for every piece
//   RETURN_IF_ERROR(x.Finish());
//   MeasurePair(pool, x.View(), ...);
#ifndef WIDTHLAB_SERVICES_GEOMETRY_SERVICE_STREAMED_CLOUD_H_
#define WIDTHLAB_SERVICES_GEOMETRY_SERVICE_STREAMED_CLOUD_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "common/tensor_io/tensor_receiver.h"
#include "services/geometry/core/distance/cloud_view.h"
#include "services/geometry/core/work/pair_cost.h"
#include "services/geometry/service/memory_budget.h"

namespace widthlab::geometry {

// RESOURCE_EXHAUSTED CLOUD_TOO_LARGE on `field`. Both amounts in words, for instance "3.2 GiB".
absl::Status CloudTooLarge(const std::string& field, const std::string& what,
                           const std::string& needed, const std::string& allowed);

class StreamedCloud {
 public:
  // `budget` must outlive this.
  StreamedCloud(std::string name, MemoryBudget& budget);
  StreamedCloud(const StreamedCloud&) = delete;
  StreamedCloud& operator=(const StreamedCloud&) = delete;

  // Errors of TensorReceiver; CLOUD_TOO_LARGE for one that never fits the budget, SERVER_BUSY for
  // one that does not fit it now.
  absl::Status Add(const tensor::v1::TensorChunk& chunk) { return tensor_.Add(chunk); }
  absl::Status Finish() const { return tensor_.Finish(); }
  bool begun() const { return tensor_.begun(); }

  // After Finish.
  CloudView View() const;
  CloudSize size() const;

 private:
  absl::Status Reserve(int64_t bytes);

  std::string name_;
  MemoryBudget& budget_;
  std::optional<MemoryBudget::Lease> lease_;
  tensor_io::TensorReceiver tensor_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_SERVICE_STREAMED_CLOUD_H_
