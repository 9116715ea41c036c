// Checks the values of one field against its rule.
#ifndef WIDTHLAB_COMMON_SPEC_CHECK_FIELD_H_
#define WIDTHLAB_COMMON_SPEC_CHECK_FIELD_H_

#include <string>

#include "absl/status/status.h"
#include "common/spec/scalar.h"
#include "google/protobuf/message.h"

namespace widthlab::spec {

// Interval, one_of, known enum values; numbers are never NaN, and finite where there is a rule.
absl::Status CheckValue(const google::protobuf::FieldDescriptor& field, const Scalar& value,
                        const std::string& path);

// Presence, number of items, duplicates, and every value. Does not look into messages.
absl::Status CheckField(const google::protobuf::Message& message,
                        const google::protobuf::FieldDescriptor& field, const std::string& path,
                        bool check_required);

}  // namespace widthlab::spec

#endif  // WIDTHLAB_COMMON_SPEC_CHECK_FIELD_H_
