// Early return on errors.
//
//   RETURN_IF_ERROR(store.Sync());
//   ASSIGN_OR_RETURN(const Digest digest, writer.Commit());
#ifndef WIDTHLAB_COMMON_STATUS_MACROS_H_
#define WIDTHLAB_COMMON_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Returns from the enclosing function when `expression`, an absl::Status, is not OK.
#define RETURN_IF_ERROR(expression)                                             \
  do {                                                                          \
    if (absl::Status widthlab_status_ = (expression); !widthlab_status_.ok()) { \
      return widthlab_status_;                                                  \
    }                                                                           \
  } while (false)

// Declares or assigns `lhs` from an absl::StatusOr, or returns its status.
#define ASSIGN_OR_RETURN(lhs, expression) \
  WIDTHLAB_ASSIGN_OR_RETURN_(WIDTHLAB_CONCAT_(widthlab_statusor_, __LINE__), lhs, expression)

#define WIDTHLAB_ASSIGN_OR_RETURN_(statusor, lhs, expression) \
  auto statusor = (expression);                               \
  if (!statusor.ok()) return std::move(statusor).status();    \
  lhs = *std::move(statusor)

#define WIDTHLAB_CONCAT_(a, b) WIDTHLAB_CONCAT_INNER_(a, b)
#define WIDTHLAB_CONCAT_INNER_(a, b) a##b

#endif  // WIDTHLAB_COMMON_STATUS_MACROS_H_
