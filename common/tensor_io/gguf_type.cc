#include "common/tensor_io/gguf_type.h"

#include "absl/strings/str_cat.h"

namespace widthlab::tensor_io {
namespace {

constexpr GgufType kTypes[] = {
    {GgufTypeId::kF32, "F32", 1, 4},       {GgufTypeId::kF16, "F16", 1, 2},
    {GgufTypeId::kBF16, "BF16", 1, 2},     {GgufTypeId::kQ8_0, "Q8_0", 32, 34},
    {GgufTypeId::kQ4_0, "Q4_0", 32, 18},   {GgufTypeId::kQ4_1, "Q4_1", 32, 20},
    {GgufTypeId::kQ5_0, "Q5_0", 32, 22},   {GgufTypeId::kQ5_1, "Q5_1", 32, 24},
    {GgufTypeId::kQ2_K, "Q2_K", 256, 84},  {GgufTypeId::kQ3_K, "Q3_K", 256, 110},
    {GgufTypeId::kQ4_K, "Q4_K", 256, 144}, {GgufTypeId::kQ5_K, "Q5_K", 256, 176},
    {GgufTypeId::kQ6_K, "Q6_K", 256, 210}, {GgufTypeId::kQ8_K, "Q8_K", 256, 292},
};

struct Name {
  uint32_t id;
  std::string_view name;
};

// Types that files have and that we cannot read.
constexpr Name kOthers[] = {
    {4, "Q4_2"},     {5, "Q4_3"},   {9, "Q8_1"},    {16, "IQ2_XXS"}, {17, "IQ2_XS"},
    {18, "IQ3_XXS"}, {19, "IQ1_S"}, {20, "IQ4_NL"}, {21, "IQ3_S"},   {22, "IQ2_S"},
    {23, "IQ4_XS"},  {24, "I8"},    {25, "I16"},    {26, "I32"},     {27, "I64"},
    {28, "F64"},     {29, "IQ1_M"}, {34, "TQ1_0"},  {35, "TQ2_0"},   {39, "MXFP4"},
};

}  // namespace

const GgufType* FindGgufType(uint32_t id) {
  for (const GgufType& type : kTypes) {
    if (static_cast<uint32_t>(type.id) == id) return &type;
  }
  return nullptr;
}

std::string GgufTypeText(uint32_t id) {
  if (const GgufType* type = FindGgufType(id); type != nullptr) return std::string(type->name);
  for (const Name& other : kOthers) {
    if (other.id == id) return std::string(other.name);
  }
  return absl::StrCat("type ", id);
}

std::string GgufTypeNames() {
  std::string names;
  for (const GgufType& type : kTypes) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", std::string(type.name));
  }
  return names;
}

}  // namespace widthlab::tensor_io
