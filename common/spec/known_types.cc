#include "common/spec/known_types.h"

#include "absl/strings/escaping.h"
#include "google/protobuf/util/time_util.h"

namespace widthlab::spec {

using ::google::protobuf::Any;
using ::google::protobuf::Message;
using ::google::protobuf::Timestamp;
using ::google::protobuf::util::TimeUtil;

const Any* AsAny(const Message& message) {
  if (message.GetDescriptor() != Any::descriptor()) return nullptr;
  return static_cast<const Any*>(&message);
}

const Timestamp* AsTimestamp(const Message& message) {
  if (message.GetDescriptor() != Timestamp::descriptor()) return nullptr;
  return static_cast<const Timestamp*>(&message);
}

std::unique_ptr<Message> NewMessage(std::string_view type_url) {
  const std::string name(type_url.substr(type_url.rfind('/') + 1));
  const auto* type =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(name);
  if (type == nullptr || type == Any::descriptor() || type == Timestamp::descriptor()) {
    return nullptr;
  }
  const Message* prototype =
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(type);
  return prototype == nullptr ? nullptr : std::unique_ptr<Message>(prototype->New());
}

std::unique_ptr<Message> Unpack(const Any& any) {
  std::unique_ptr<Message> message = NewMessage(any.type_url());
  if (message == nullptr || !message->ParseFromString(any.value())) return nullptr;
  return message;
}

std::string TimestampText(const Timestamp& timestamp) { return TimeUtil::ToString(timestamp); }

std::optional<Timestamp> TimestampFromText(std::string_view text) {
  Timestamp timestamp;
  if (!TimeUtil::FromString(std::string(text), &timestamp)) return std::nullopt;
  return timestamp;
}

std::string Base64(std::string_view bytes) { return absl::Base64Escape(std::string(bytes)); }

}  // namespace widthlab::spec
