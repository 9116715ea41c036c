// How long a step waits for the artifact service that it commits through.
#ifndef WIDTHLAB_SERVICES_HOST_STORE_PATIENCE_H_
#define WIDTHLAB_SERVICES_HOST_STORE_PATIENCE_H_

#include "clients/cpp/retry.h"

namespace widthlab::host {

// About three quarters of a minute: work of hours must not be lost because the orchestrator is
// restarted just when it commits.
inline client::RetryPolicy StorePatience() {
  client::RetryPolicy policy;
  policy.max_attempts = 18;
  return policy;
}

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_STORE_PATIENCE_H_
