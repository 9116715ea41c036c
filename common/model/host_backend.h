// The layer-streaming decoder on the process's threads. LibTorch inside.
#ifndef WIDTHLAB_COMMON_MODEL_HOST_BACKEND_H_
#define WIDTHLAB_COMMON_MODEL_HOST_BACKEND_H_

#include <memory>

#include "common/model/stream_backend.h"
#include "common/numeric/thread_pool.h"

namespace widthlab::model {

// `pool`, whose workers called UseOneInnerThread, outlives the backend.
std::unique_ptr<StreamBackend> MakeHostBackend(const StreamModel& model, numeric::ThreadPool& pool);

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_HOST_BACKEND_H_
