#include "tools/reference/comments.h"

#include <fstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/status/error.h"
#include "google/protobuf/descriptor.pb.h"

namespace widthlab::reference {
namespace {

template <typename Descriptor>
std::string Leading(const Descriptor* described) {
  google::protobuf::SourceLocation location;
  if (described == nullptr || !described->GetSourceLocation(&location)) return "";
  std::string text = absl::StrReplaceAll(location.leading_comments, {{"\n ", "\n"}});
  absl::StripAsciiWhitespace(&text);
  return text;
}

}  // namespace

absl::StatusOr<Comments> Comments::Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  google::protobuf::FileDescriptorSet set;
  if (!file || !set.ParseFromIstream(&file)) {
    return InvalidField("path", path, "a file of descriptors, as protoc writes it");
  }
  Comments comments;
  comments.pool_ = std::make_unique<google::protobuf::DescriptorPool>();
  for (const auto& described : set.file()) {
    if (comments.pool_->BuildFile(described) == nullptr) {
      return InvalidField("path", path,
                          absl::StrCat("files that fit together: ", described.name()));
    }
  }
  return comments;
}

std::string Comments::Of(const google::protobuf::Descriptor& message) const {
  return Leading(pool_->FindMessageTypeByName(message.full_name()));
}

std::string Comments::Of(const google::protobuf::FieldDescriptor& field) const {
  return Leading(pool_->FindFieldByName(field.full_name()));
}

std::string Comments::Of(const google::protobuf::EnumValueDescriptor& value) const {
  return Leading(pool_->FindEnumValueByName(value.full_name()));
}

}  // namespace widthlab::reference
