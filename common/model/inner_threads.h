// What a process says to LibTorch once, before it computes.
//
//   numeric::ThreadPool pool(threads, model::UseOneInnerThread);
#ifndef WIDTHLAB_COMMON_MODEL_INNER_THREADS_H_
#define WIDTHLAB_COMMON_MODEL_INNER_THREADS_H_

namespace widthlab::model {

// Makes LibTorch compute on the calling thread alone whatever it is asked there. Every worker of a
// pool calls it when it starts.
void UseOneInnerThread();

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_INNER_THREADS_H_
