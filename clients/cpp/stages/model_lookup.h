// What the capture service knows of models, for who plans runs on them.
#ifndef WIDTHLAB_CLIENTS_CPP_STAGES_MODEL_LOOKUP_H_
#define WIDTHLAB_CLIENTS_CPP_STAGES_MODEL_LOOKUP_H_

#include "clients/cpp/connection.h"
#include "services/orchestrator/core/pipeline/model_lookup.h"

namespace widthlab::client {

// A model that is no artifact yet is imported, which reads all its bytes once.
pipeline::ModelLookup LookUpModels(const Connection& capture);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_STAGES_MODEL_LOOKUP_H_
