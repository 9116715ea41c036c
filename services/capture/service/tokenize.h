// The ids that a model's own tokenizer gives a text.
//
//   ASSIGN_OR_RETURN(const v1::TokenizeResponse response, TokenizeText(models, request));
#ifndef WIDTHLAB_SERVICES_CAPTURE_SERVICE_TOKENIZE_H_
#define WIDTHLAB_SERVICES_CAPTURE_SERVICE_TOKENIZE_H_

#include "absl/status/statusor.h"
#include "services/host/model_references.h"
#include "widthlab/capture/v1/capture_service.pb.h"

namespace widthlab::capture {

// The tokenizer is read anew for each call.
absl::StatusOr<v1::TokenizeResponse> TokenizeText(const host::ModelReferences& models,
                                                  const v1::TokenizeRequest& request);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_SERVICE_TOKENIZE_H_
