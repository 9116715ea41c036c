// The tensors behind the layers of a model.
//
//   const HeadTensors tensors(a, prefix);
//   ASSIGN_OR_RETURN(LayerWeights w, LoadWeights(a, 0, tensors.norms, source, {type}));
#ifndef WIDTHLAB_COMMON_MODEL_HEAD_TENSORS_H_
#define WIDTHLAB_COMMON_MODEL_HEAD_TENSORS_H_

#include <string>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/architecture/tensor_layout.h"

namespace widthlab::model {

struct HeadTensors {
  HeadTensors(const architecture::Architecture& a, const std::string& prefix) {
    const std::vector<architecture::StoredTensor> outer = architecture::OuterTensors(a, prefix);
    for (const architecture::StoredTensor& tensor : outer) {
      if (tensor.slot == architecture::Slot::kFinalNorm ||
          tensor.slot == architecture::Slot::kFinalNormBias) {
        norms.push_back(tensor);
      }
    }
    head = a.tied_embeddings ? outer.front() : outer.back();
  }

  std::vector<architecture::StoredTensor> norms;  // weight, and bias where there is one
  architecture::StoredTensor head;                // [vocabulary, d]
};

}  // namespace widthlab::model

#endif  // WIDTHLAB_COMMON_MODEL_HEAD_TENSORS_H_
