// Any bytes as a safetensors file: an error, or a file that is the same when it is written again.
#include <string>
#include <utility>
#include <vector>

#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_writer.h"
#include "tests/fuzz/fuzz_target.h"

namespace widthlab::fuzz {
namespace {

using tensor_io::SafetensorsFile;
using tensor_io::TensorToWrite;

std::string Rewritten(const SafetensorsFile& file) {
  std::vector<TensorToWrite> tensors;
  for (const auto& [name, info] : file.tensors()) {
    const auto view = file.Tensor(name);
    FUZZ_CHECK(view.ok());
    tensors.push_back(tensor_io::FromBytes(name, info.dtype, info.shape, view->bytes));
  }
  std::string bytes;
  FUZZ_CHECK(tensor_io::WriteSafetensorsTo(std::move(tensors), file.metadata(), bytes).ok());
  return bytes;
}

}  // namespace

std::vector<std::string> Seeds() {
  const std::vector<float> floats = {1, 2, 3, 4, 5, 6};
  const std::vector<int64_t> integers = {1, 2};
  std::vector<std::string> seeds(2);
  std::vector<TensorToWrite> tensors;
  tensors.push_back(tensor_io::FromSpan("a", {2, 3}, absl::MakeConstSpan(floats)));
  tensors.push_back(tensor_io::FromSpan("b.c", {2}, absl::MakeConstSpan(integers)));
  tensors.push_back(tensor_io::FromBytes("empty", tensor_io::DType::kBF16, {0, 7}, ""));
  const auto status =
      tensor_io::WriteSafetensorsTo(std::move(tensors), {{"format", "pt"}}, seeds[0]);
  FUZZ_CHECK(status.ok() && tensor_io::WriteSafetensorsTo({}, {}, seeds[1]).ok());
  return seeds;
}

}  // namespace widthlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using widthlab::tensor_io::SafetensorsFile;
  const auto file = SafetensorsFile::FromBytes({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!file.ok()) return 0;
  const auto again = SafetensorsFile::FromBytes(widthlab::fuzz::Rewritten(*file), "again");
  FUZZ_CHECK(again.ok());
  FUZZ_CHECK(again->metadata() == file->metadata());
  FUZZ_CHECK(again->tensors().size() == file->tensors().size());
  for (const auto& [name, info] : file->tensors()) {
    const auto before = file->Tensor(name);
    const auto after = again->Tensor(name);
    FUZZ_CHECK(after.ok() && before->bytes == after->bytes);
    FUZZ_CHECK(after->info->shape == info.shape && after->info->dtype == info.dtype);
  }
  return 0;
}
