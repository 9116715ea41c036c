// Comments of the .proto files, which programs do not carry with them: read from what protoc writes
// with --include_source_info.
//
//   ASSIGN_OR_RETURN(const Comments comments, Comments::Read("tools/reference/protos.bin"));
//   comments.Of(*MeasureSpec::descriptor());
#ifndef WIDTHLAB_TOOLS_REFERENCE_COMMENTS_H_
#define WIDTHLAB_TOOLS_REFERENCE_COMMENTS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"

namespace widthlab::reference {

class Comments {
 public:
  // A serialized FileDescriptorSet, imports first.
  static absl::StatusOr<Comments> Read(const std::string& path);

  // What stands above a message, a field or an enum value; empty where nothing does.
  std::string Of(const google::protobuf::Descriptor& message) const;
  std::string Of(const google::protobuf::FieldDescriptor& field) const;
  std::string Of(const google::protobuf::EnumValueDescriptor& value) const;

 private:
  std::unique_ptr<google::protobuf::DescriptorPool> pool_;
};

}  // namespace widthlab::reference

#endif  // WIDTHLAB_TOOLS_REFERENCE_COMMENTS_H_
