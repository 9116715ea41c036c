// The loss of a model under changes of one FFN's update, from stored states.
//
//   ASSIGN_OR_RETURN(const std::unique_ptr<ModelLoss> loss, ModelLoss::Create(inputs));
//   loss->base();                                    // L0 of every batch
//   RETURN_IF_ERROR(loss->Losses(3, changes, absl::MakeSpan(losses)));
//
// Create runs the model once and keeps X_l and the update of the layers asked for, in files below
// `folder`. Losses takes them from there and runs the layers behind l and the head, with as many
// changes at once as kStateBytesAtOnce holds. It gives the bits of a whole pass that makes the same
// change. PassLosses is for changes that reach into the layers behind: it begins with a layer whose
// predecessor was kept. Not thread-safe.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_MODEL_LOSS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_MODEL_LOSS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/job/cancel_token.h"
#include "common/model/stream_decoder.h"
#include "common/numeric/thread_pool.h"
#include "services/capture/core/float_file.h"
#include "services/capture/core/sensitivity/changed_loss.h"
#include "services/capture/core/sensitivity/changed_pass.h"

namespace widthlab::capture {

// Of the states of all changes that run together.
inline constexpr int64_t kStateBytesAtOnce = int64_t{256} << 20;

struct ModelLossInputs {
  const model::StreamDecoder& decoder;
  const model::TokenSequences& tokens;  // that decoder.Check accepted
  int64_t batches = 1;                  // divides the sequences
  uint64_t seed = 0;                    // of the noise
  absl::Span<const int64_t> layers;     // to be changed
  std::string folder = {};              // empty: memory
  numeric::ThreadPool& pool;
  const job::CancelToken& cancel;
};

class ModelLoss : public ChangedLoss {
 public:
  // FAILED_PRECONDITION LOSS_NOT_FINITE, or STATES_NOT_FINITE or WEIGHTS_NOT_FINITE of the decoder;
  // RESOURCE_EXHAUSTED DISK_FULL; CANCELLED.
  static absl::StatusOr<std::unique_ptr<ModelLoss>> Create(const ModelLossInputs& inputs);

  absl::Span<const double> base() const override { return base_; }
  // Next-token losses behind the mean of all.
  int64_t targets() const;
  // Mean over all of them.
  double loss() const { return loss_; }

  // States that are not finite are losses that are not.
  absl::Status Losses(int64_t layer, absl::Span<const Change> changes,
                      absl::Span<double> losses) override;

  // Of `copies` passes that begin with layer `layer`, 0 or one behind a layer that was kept:
  // losses[copy * batches + b]. A copy whose states are not finite has losses that are not.
  absl::Status PassLosses(int64_t layer, int64_t copies, ChangedPass& pass,
                          absl::Span<double> losses) const;

  // X_l and the update of a layer that was kept, [tokens, d].
  absl::Span<const float> ffn_in(int64_t layer) const { return kept_.at(layer).ffn_in.values(); }
  absl::Span<const float> update(int64_t layer) const { return kept_.at(layer).update.values(); }
  // Their pages leave the memory until they are read again.
  void Release(int64_t layer) const;

 private:
  struct Kept {
    FloatFile ffn_in = {};
    FloatFile update = {};
  };
  class Keeper;
  class PassVisitor;

  explicit ModelLoss(const ModelLossInputs& inputs) : inputs_(inputs) {}
  absl::Status RunBase();
  absl::Status RunSome(int64_t layer, absl::Span<const Change> changes, absl::Span<double> losses);
  absl::Status RunPasses(int64_t layer, int64_t first_copy, int64_t copies, ChangedPass& pass,
                         absl::Span<double> losses) const;
  // From layer `layer` on, for copies of the tokens whose states are given.
  absl::Status RunCopies(int64_t layer, size_t copies, absl::Span<float> states,
                         model::LayerVisitor& visitor, absl::Span<double> losses) const;
  // How many copies' states are held at once.
  size_t CopiesAtOnce() const;
  // What enters a layer in the model as it is.
  absl::Status EnterLayer(int64_t layer, absl::Span<float> states) const;
  void MakeStates(int64_t layer, const Change& change, absl::Span<float> states) const;
  // Of `copies` of the tokens, one after the other.
  absl::Status BatchLosses(const model::TokenSequences& tokens, absl::Span<const float> states,
                           absl::Span<double> losses) const;
  int64_t TargetsOf(int64_t first, int64_t last) const;

  const ModelLossInputs inputs_;
  std::map<int64_t, Kept> kept_;
  std::vector<double> base_;
  double loss_ = 0;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_MODEL_LOSS_H_
