// The gradient of a batch, the same bits on any number of threads.
//
//   BatchGradient gradient(parameters, spec.shards(), pool);
//   ASSIGN_OR_RETURN(double loss, gradient.Compute(decoder, batch, sequence_length, cancel));
//   gradient.values();  gradient.Norm();
//
// The batch is cut into `shards` equal parts. One thread computes each part's gradient alone; the
// parts are added element by element in their order, ((g0 + g1) + g2) + ..., whenever as many as
// there are threads are done. Memory: a block for each thread (at most one for each shard), and
// one.
#ifndef WIDTHLAB_SERVICES_TRAINING_CORE_GRADIENT_H_
#define WIDTHLAB_SERVICES_TRAINING_CORE_GRADIENT_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/job/cancel_token.h"
#include "common/model/decoder.h"
#include "common/model/parameters.h"
#include "common/numeric/thread_pool.h"
#include "services/training/core/batches.h"

namespace widthlab::training {

class BatchGradient {
 public:
  // `pool` must outlive this.
  BatchGradient(const model::Parameters& parameters, int64_t shards, numeric::ThreadPool& pool);

  // Fills values() with the gradient of the batch's mean loss and returns that loss, in nats.
  // The number of sequences must be a multiple of the shards. CANCELLED between shards.
  absl::StatusOr<double> Compute(const model::Decoder& decoder, const Batch& batch, int64_t length,
                                 const job::CancelToken& cancel);

  // Laid out as Parameters::values().
  absl::Span<const float> values() const { return total_.values(); }

  // Euclidean norm, summed in double over pieces of fixed size.
  double Norm() const;

 private:
  // Adds the first `count` parts, in order, to the total, or to zero where it is the first wave.
  void AddParts(size_t count, bool first_wave);

  int64_t shards_;
  numeric::ThreadPool& pool_;
  model::FloatBlock total_;
  std::vector<model::FloatBlock> parts_;
};

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_CORE_GRADIENT_H_
