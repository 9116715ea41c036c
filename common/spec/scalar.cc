#include "common/spec/scalar.h"

#include <utility>

namespace widthlab::spec {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;

}  // namespace

// Protobuf's reflection has a pair of methods for each type.
#define WIDTHLAB_PUT(Case, Type, Method)                                              \
  case FieldDescriptor::CPPTYPE_##Case:                                               \
    field.is_repeated()                                                               \
        ? reflection.Add##Method(&message, &field, std::get<Type>(std::move(value)))  \
        : reflection.Set##Method(&message, &field, std::get<Type>(std::move(value))); \
    return

void PutScalar(Message& message, const FieldDescriptor& field, Scalar value) {
  const auto& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    WIDTHLAB_PUT(BOOL, bool, Bool);
    WIDTHLAB_PUT(INT32, int32_t, Int32);
    WIDTHLAB_PUT(INT64, int64_t, Int64);
    WIDTHLAB_PUT(UINT32, uint32_t, UInt32);
    WIDTHLAB_PUT(UINT64, uint64_t, UInt64);
    WIDTHLAB_PUT(FLOAT, float, Float);
    WIDTHLAB_PUT(DOUBLE, double, Double);
    WIDTHLAB_PUT(ENUM, int32_t, EnumValue);
    WIDTHLAB_PUT(STRING, std::string, String);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return;
  }
}

#undef WIDTHLAB_PUT

#define WIDTHLAB_GET(Case, Type, Method)                                                  \
  case FieldDescriptor::CPPTYPE_##Case:                                                   \
    return static_cast<Type>(field.is_repeated()                                          \
                                 ? reflection.GetRepeated##Method(message, &field, index) \
                                 : reflection.Get##Method(message, &field))

Scalar GetScalar(const Message& message, const FieldDescriptor& field, int index) {
  const auto& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    WIDTHLAB_GET(BOOL, bool, Bool);
    WIDTHLAB_GET(INT32, int32_t, Int32);
    WIDTHLAB_GET(INT64, int64_t, Int64);
    WIDTHLAB_GET(UINT32, uint32_t, UInt32);
    WIDTHLAB_GET(UINT64, uint64_t, UInt64);
    WIDTHLAB_GET(FLOAT, float, Float);
    WIDTHLAB_GET(DOUBLE, double, Double);
    WIDTHLAB_GET(ENUM, int32_t, EnumValue);
    WIDTHLAB_GET(STRING, std::string, String);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      break;
  }
  return Scalar(std::string());
}

#undef WIDTHLAB_GET

}  // namespace widthlab::spec
