// Times of artifacts.
#ifndef WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_TIME_H_
#define WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_TIME_H_

#include <cstdint>

#include "google/protobuf/timestamp.pb.h"

namespace widthlab::artifact {

google::protobuf::Timestamp Now();
int64_t ToNanos(const google::protobuf::Timestamp& timestamp);
google::protobuf::Timestamp FromNanos(int64_t nanoseconds);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_ARTIFACT_TIME_H_
