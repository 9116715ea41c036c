#include "services/schedule/service/list_families.h"

#include "common/spec/field_rule.h"
#include "google/protobuf/descriptor.h"
#include "services/schedule/core/families/registry.h"
#include "widthlab/options/v1/options.pb.h"

namespace widthlab::schedule {
namespace {

v1::FieldDescription Describe(const google::protobuf::FieldDescriptor& field) {
  v1::FieldDescription out;
  out.set_name(field.name());
  out.set_type(spec::TypeText(field));
  out.set_default_(spec::DefaultText(field));
  out.set_allowed(spec::AllowedText(field));
  out.set_unit(spec::RuleOf(field).unit());
  return out;
}

v1::FamilyDescription Describe(const Family& family) {
  const google::protobuf::Descriptor& options = *FieldOf(family).message_type();
  const options::v1::MessageRule& rule = options.options().GetExtension(options::v1::message);
  v1::FamilyDescription out;
  out.set_name(NameOf(family));
  out.set_summary(rule.summary());
  out.set_source(rule.source());
  for (int i = 0; i < options.field_count(); ++i) *out.add_fields() = Describe(*options.field(i));
  return out;
}

}  // namespace

v1::ListFamiliesResponse ListFamilies() {
  v1::ListFamiliesResponse response;
  for (const Family& family : AllFamilies()) *response.add_families() = Describe(family);
  return response;
}

}  // namespace widthlab::schedule
