#include "common/model/inner_threads.h"

#include <ATen/Parallel.h>

namespace widthlab::model {

void UseOneInnerThread() { at::set_num_threads(1); }

}  // namespace widthlab::model
