#include "services/capture/core/imports/cloud_layout.h"

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/capture/core/imports/token_table.h"

namespace widthlab::capture {
namespace {

bool IsFloat(tensor_io::DType type) {
  switch (type) {
    case tensor_io::DType::kF64:
    case tensor_io::DType::kF32:
    case tensor_io::DType::kF16:
    case tensor_io::DType::kBF16:
      return true;
    default:
      return false;
  }
}

absl::StatusOr<tensor_io::TensorInfo> Find(const tensor_io::SafetensorsFile& file,
                                           const std::string& name) {
  const auto it = file.tensors().find(name);
  if (it == file.tensors().end()) {
    return InvalidField(name, "missing", "a cloud [tokens, coordinates], as every layer has two");
  }
  const tensor_io::TensorInfo& info = it->second;
  if (!IsFloat(info.dtype)) {
    return InvalidField(name, std::string(tensor_io::DTypeName(info.dtype)),
                        "F64, F32, F16 or BF16");
  }
  if (info.shape.size() != 2 || info.shape[0] < 1 || info.shape[1] < 1) {
    return InvalidField(name, info.ShapeText(), "[tokens, coordinates] with at least one of each");
  }
  return info;
}

// Every tensor has been accounted for.
absl::Status CheckNames(const tensor_io::SafetensorsFile& file, int64_t layers) {
  size_t known = static_cast<size_t>(2 * layers);
  for (const std::string_view table : kTokenTables) known += file.Has(table) ? 1 : 0;
  if (known == file.tensors().size()) return absl::OkStatus();
  for (const auto& [name, info] : file.tensors()) {
    bool expected = false;
    for (const std::string_view table : kTokenTables) expected = expected || name == table;
    for (int64_t layer = 0; layer < layers && !expected; ++layer) {
      expected = name == InName(layer) || name == OutName(layer);
    }
    if (expected) continue;
    return InvalidFieldBecause(
        name, absl::StrCat("is no tensor of an import: the clouds are ffn_in.0, ffn_out.0 and so ",
                           "on without a gap (", layers, " layers were found), and beside them ",
                           "sequence, position, token_id and subsample"));
  }
  return absl::OkStatus();
}

}  // namespace

std::string InName(int64_t layer) { return absl::StrCat("ffn_in.", layer); }
std::string OutName(int64_t layer) { return absl::StrCat("ffn_out.", layer); }

absl::StatusOr<CloudLayout> ReadLayout(const tensor_io::SafetensorsFile& file) {
  CloudLayout layout;
  for (int64_t layer = 0; layer == 0 || file.Has(InName(layer)) || file.Has(OutName(layer));
       ++layer) {
    ASSIGN_OR_RETURN(const tensor_io::TensorInfo in, Find(file, InName(layer)));
    ASSIGN_OR_RETURN(const tensor_io::TensorInfo out, Find(file, OutName(layer)));
    if (layer == 0) layout.rows = in.shape[0];
    if (in.shape[0] != layout.rows) {
      return InvalidField(in.name, in.ShapeText(),
                          absl::StrCat("of ", layout.rows, " rows, as ", InName(0), " is"));
    }
    if (out.shape != in.shape) {
      return InvalidField(out.name, out.ShapeText(),
                          absl::StrCat(in.ShapeText(), ", as ", in.name, " is"));
    }
    layout.widths.push_back(in.shape[1]);
  }
  RETURN_IF_ERROR(CheckNames(file, layout.layers()));
  return layout;
}

}  // namespace widthlab::capture
