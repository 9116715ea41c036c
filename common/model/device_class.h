// The class of machine whose bytes a result promises.
//
//   spec.set_device_class(DeviceClass());   // "cpu-avx2"
#ifndef WIDTHLAB_COMMON_MODEL_DEVICE_CLASS_H_
#define WIDTHLAB_COMMON_MODEL_DEVICE_CLASS_H_

#include <string>

namespace widthlab::model {

// "cpu-" and the instruction set that LibTorch uses on this machine: "cpu-avx2", "cpu-avx512",
// "cpu-default" where it uses neither; with "-amd" on AMD's processors, where the matrix library
// takes other kernels.
std::string DeviceClass();

// Of the library that computes, for provenance.
std::string LibTorchVersion();

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_DEVICE_CLASS_H_
