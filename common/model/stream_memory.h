// What a pass of the layer-streaming decoder takes in memory, before it is made.
//
//   StreamMemoryBytes(a, Precision::kFloat32, /*tokens=*/4096, /*longest=*/512);
#ifndef WIDTHLAB_COMMON_MODEL_STREAM_MEMORY_H_
#define WIDTHLAB_COMMON_MODEL_STREAM_MEMORY_H_

#include <cstdint>

#include "common/architecture/architecture.h"
#include "common/model/decoder.h"

namespace widthlab::model {

// Bytes that a decoder of `a` needs beside the model's file, for `tokens` in all and the longest
// sequence: what the estimate says.
int64_t StreamMemoryBytes(const architecture::Architecture& a, Precision precision, int64_t tokens,
                          int64_t longest);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_STREAM_MEMORY_H_
