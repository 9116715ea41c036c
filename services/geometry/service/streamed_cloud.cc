#include "services/geometry/service/streamed_cloud.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/bytes_text.h"
#include "common/status/error.h"

namespace widthlab::geometry {

absl::Status CloudTooLarge(const std::string& field, const std::string& what,
                           const std::string& needed, const std::string& allowed) {
  return MakeError(absl::StatusCode::kResourceExhausted,
                   {.reason = "CLOUD_TOO_LARGE",
                    .field = field,
                    .metadata = {{"needed", needed}, {"allowed", allowed}}},
                   absl::StrCat(field, ": ", what, " would take ", needed,
                                ", and this server allows ", allowed));
}

StreamedCloud::StreamedCloud(std::string name, MemoryBudget& budget)
    : name_(name),
      budget_(budget),
      tensor_(std::move(name), /*rank=*/2, [this](int64_t bytes) { return Reserve(bytes); }) {}

absl::Status StreamedCloud::Reserve(int64_t bytes) {
  if (bytes > budget_.total()) {
    return CloudTooLarge(name_, "the cloud itself", BytesText(static_cast<double>(bytes)),
                         BytesText(static_cast<double>(budget_.total())));
  }
  std::optional<MemoryBudget::Lease> lease = budget_.Take(bytes);
  if (!lease.has_value()) {
    return MakeError(absl::StatusCode::kResourceExhausted,
                     {.reason = "SERVER_BUSY", .field = name_},
                     absl::StrCat(name_, ": the memory for clouds is taken by other calls; try ",
                                  "again in a moment"));
  }
  lease_.emplace(*std::move(lease));
  return absl::OkStatus();
}

CloudView StreamedCloud::View() const {
  const int64_t points = tensor_.shape()[0];
  const int64_t dimension = tensor_.shape()[1];
  if (tensor_.data_type() == tensor::v1::DATA_TYPE_FLOAT32) {
    return CloudView(tensor_.elements<float>(), points, dimension);
  }
  return CloudView(tensor_.elements<double>(), points, dimension);
}

CloudSize StreamedCloud::size() const {
  return {static_cast<double>(tensor_.shape()[0]), static_cast<double>(tensor_.shape()[1])};
}

}  // namespace widthlab::geometry
