#include "common/model/source_check.h"

#include <algorithm>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/architecture/tensor_layout.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

using architecture::Architecture;
using architecture::StoredTensor;
using tensor_io::TensorSource;

std::vector<StoredTensor> AllTensors(const Architecture& a, const std::string& prefix) {
  std::vector<StoredTensor> all = architecture::OuterTensors(a, prefix);
  for (int64_t layer = 0; layer < a.layers; ++layer) {
    for (StoredTensor& tensor : architecture::LayerTensors(a, layer, prefix)) {
      all.push_back(std::move(tensor));
    }
  }
  return all;
}

absl::Status Bad(const TensorSource& source, const std::string& tensor, const std::string& what) {
  ErrorFacts facts{.reason = "BAD_CHECKPOINT", .field = source.label()};
  facts.metadata["tensor"] = tensor;
  return MakeError(absl::StatusCode::kInvalidArgument, std::move(facts),
                   absl::StrCat(source.label(), ": ", what));
}

// The layer that a name speaks of, or -1.
int64_t LayerOf(const std::string& name) {
  for (const char* list : {"layers.", "h."}) {
    const size_t at = name.find(list);
    if (at == std::string::npos || (at > 0 && name[at - 1] != '.')) continue;
    const size_t begin = at + std::string(list).size();
    int64_t layer = -1;
    if (absl::SimpleAtoi(name.substr(begin, name.find('.', begin) - begin), &layer)) return layer;
  }
  return -1;
}

absl::Status Unexpected(const Architecture& a, const TensorSource& source,
                        const std::vector<std::string>& names) {
  int64_t deepest = -1;
  for (const std::string& name : names) deepest = std::max(deepest, LayerOf(name));
  if (deepest >= a.layers) {
    return Bad(source, names.front(),
               absl::StrCat("has weights of layer ", deepest, ", but its configuration says ",
                            a.layers, " layers (0 to ", a.layers - 1, ")"));
  }
  return Bad(source, names.front(),
             absl::StrCat("has tensor ", names.front(),
                          names.size() > 1 ? absl::StrCat(" and ", names.size() - 1, " more") : "",
                          " that a model of type ", a.model_type,
                          " with this configuration has no place for"));
}

}  // namespace

std::string SourcePrefix(const Architecture& a, const TensorSource& source) {
  const std::string prefix(architecture::WeightPrefix(a));
  const std::string embedding = architecture::OuterTensors(a, "").front().name;
  return source.Find(prefix + embedding) == nullptr && source.Find(embedding) != nullptr ? ""
                                                                                         : prefix;
}

SourceDifference CompareSource(const Architecture& a, const TensorSource& source) {
  SourceDifference difference;
  std::set<std::string, std::less<>> wanted;
  for (const StoredTensor& tensor : AllTensors(a, SourcePrefix(a, source))) {
    wanted.insert(tensor.name);
    if (source.Find(tensor.name) == nullptr) difference.missing.push_back(tensor.name);
  }
  std::sort(difference.missing.begin(), difference.missing.end());
  for (const auto& [name, tensor] : source.tensors()) {
    if (wanted.count(name) == 0 && !architecture::IsRedundant(a, name)) {
      difference.unexpected.push_back(name);
    }
  }
  return difference;
}

absl::StatusOr<std::string> CheckSource(const Architecture& a, const TensorSource& source) {
  const SourceDifference difference = CompareSource(a, source);
  if (!difference.unexpected.empty()) return Unexpected(a, source, difference.unexpected);
  if (!difference.missing.empty()) {
    const std::string& first = difference.missing.front();
    return Bad(source, first,
               absl::StrCat("lacks tensor ", first,
                            difference.missing.size() > 1
                                ? absl::StrCat(" and ", difference.missing.size() - 1, " more")
                                : ""));
  }
  const std::string prefix = SourcePrefix(a, source);
  for (const StoredTensor& tensor : AllTensors(a, prefix)) {
    const tensor_io::SourceTensor& stored = *source.Find(tensor.name);
    if (stored.shape != tensor.shape) {
      return Bad(source, tensor.name,
                 absl::StrCat("tensor ", tensor.name, " is [", absl::StrJoin(stored.shape, ", "),
                              "], but the configuration makes it [",
                              absl::StrJoin(tensor.shape, ", "), "]"));
    }
  }
  return prefix;
}

}  // namespace widthlab::model
