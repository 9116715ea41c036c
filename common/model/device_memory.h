// How much of a device the layer-streaming decoder takes, and how it cuts its work for that.
//
//   DeviceMemoryBytes(a, WeightType::kBFloat16, /*longest=*/4096);
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_MEMORY_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_MEMORY_H_

#include <cstdint>

#include "common/architecture/architecture.h"
#include "common/model/weight_type.h"

namespace widthlab::model {

// Rows of tokens that meet a matrix together. More than the processor's: a device has more to share
// the work among.
inline constexpr int64_t kDeviceTokenBlock = 2048;

// Entries of the vocabulary that are met at once.
inline constexpr int64_t kDeviceVocabularyPiece = 16384;

// Queries of a sequence of `length` whose scores, those of all heads, are held at once: 512, fewer
// where the scores would be more than 2^26, at least one.
int64_t DeviceQueryBlock(const architecture::Architecture& a, int64_t length);

// Bytes, to a tenth or so: the weights of the largest layer and what its pass over a sequence of
// `longest` tokens holds at a time, or a piece of the head and its scores. What LibTorch and the
// matrix library keep for themselves (some hundred MB) comes on top.
int64_t DeviceMemoryBytes(const architecture::Architecture& a, WeightType type, int64_t longest);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_MEMORY_H_
