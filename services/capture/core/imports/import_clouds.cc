#include "services/capture/core/imports/import_clouds.h"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "common/architecture/architecture.h"
#include "common/architecture/proto_form.h"
#include "common/artifact/artifact_builder.h"
#include "common/numeric/parallel_for.h"
#include "common/spec/canonical_json.h"
#include "common/spec/json_string.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tensor_io/safetensors_file.h"
#include "common/tensor_io/safetensors_writer.h"
#include "services/capture/core/imports/cloud_layout.h"
#include "services/capture/core/imports/token_table.h"
#include "services/capture/core/outliers.h"
#include "widthlab/capture/v1/capture.pb.h"

namespace widthlab::capture {
namespace {

absl::StatusOr<std::vector<double>> ReadFinite(const tensor_io::SafetensorsFile& file,
                                               const std::string& name) {
  ASSIGN_OR_RETURN(const tensor_io::TensorView view, file.Tensor(name));
  std::vector<double> values(static_cast<size_t>(view.info->element_count()));
  RETURN_IF_ERROR(view.CopyTo(absl::MakeSpan(values)));
  const auto width = static_cast<size_t>(view.info->shape[1]);
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    return InvalidField(absl::StrCat(name, "[", i / width, "][", i % width, "]"),
                        absl::StrCat(values[i]), "a finite number");
  }
  return values;
}

absl::StatusOr<v1::LayerOutliers> ReadLayer(const tensor_io::SafetensorsFile& file, int64_t layer,
                                            int64_t width) {
  ASSIGN_OR_RETURN(const std::vector<double> in, ReadFinite(file, InName(layer)));
  ASSIGN_OR_RETURN(const std::vector<double> out, ReadFinite(file, OutName(layer)));
  return MeasureOutliers(in, out, width, layer);
}

// The report of every layer; the first layer's error where several have one.
absl::Status ReadLayers(const tensor_io::SafetensorsFile& file, const CloudLayout& layout,
                        numeric::ThreadPool& pool, absl::FunctionRef<absl::Status()> check,
                        v1::ActivationsSummary& summary) {
  std::vector<absl::StatusOr<v1::LayerOutliers>> reports(layout.widths.size());
  numeric::ParallelFor(pool, 0, layout.layers(), 1, [&](int64_t layer, int64_t) {
    const auto l = static_cast<size_t>(layer);
    if (const absl::Status status = check(); !status.ok()) {
      reports[l] = status;
    } else {
      reports[l] = ReadLayer(file, layer, layout.widths[l]);
    }
  });
  for (absl::StatusOr<v1::LayerOutliers>& report : reports) {
    ASSIGN_OR_RETURN(*summary.add_outliers(), std::move(report));
  }
  return absl::OkStatus();
}

// Where the tokens stand that hold most of a layer's energy.
void PlaceOutliers(const TokenTable& tokens, v1::ActivationsSummary& summary) {
  for (v1::LayerOutliers& layer : *summary.mutable_outliers()) {
    for (v1::OutlierToken& token : *layer.mutable_top_tokens()) {
      const auto row = static_cast<size_t>(token.row());
      token.set_sequence(tokens.sequence[row]);
      token.set_position(tokens.position[row]);
      token.set_token_id(tokens.token_id[row]);
    }
  }
}

absl::StatusOr<model::v1::Architecture> CheckArchitecture(model::v1::Architecture proto,
                                                          const CloudLayout& layout) {
  RETURN_IF_ERROR(UnderField(spec::Resolve(proto), "architecture"));
  const absl::StatusOr<architecture::Architecture> a = architecture::FromProto(proto);
  if (!a.ok()) return UnderField(a.status(), "architecture");
  if (a->layers != layout.layers()) {
    return InvalidField("architecture.layers", absl::StrCat(a->layers),
                        absl::StrCat("the ", layout.layers(), " layers of the file"));
  }
  for (int64_t layer = 0; layer < layout.layers(); ++layer) {
    const int64_t width = layout.widths[static_cast<size_t>(layer)];
    if (width == a->hidden_size) continue;
    return InvalidField("architecture.hidden_size", absl::StrCat(a->hidden_size),
                        absl::StrCat("the ", width, " coordinates of ", InName(layer)));
  }
  return architecture::ToProto(*a, architecture::MeanFfnWidth(*a));
}

// The clouds as they came, and all tables.
absl::StatusOr<artifact::BlobInfo> WriteClouds(const tensor_io::SafetensorsFile& file,
                                               const TokenTable& tokens,
                                               artifact::ArtifactStore& store,
                                               absl::FunctionRef<absl::Status()> check) {
  std::vector<tensor_io::TensorToWrite> sources;
  for (const auto& [name, info] : file.tensors()) {
    if (info.shape.size() != 2) continue;
    ASSIGN_OR_RETURN(const tensor_io::TensorView view, file.Tensor(name));
    sources.push_back(tensor_io::FromBytes(name, info.dtype, info.shape, view.bytes));
  }
  const auto table = [&](const char* name, const std::vector<int64_t>& values) {
    sources.push_back(tensor_io::FromSpan(name, {static_cast<int64_t>(values.size())},
                                          absl::MakeConstSpan(values)));
  };
  table("sequence", tokens.sequence);
  table("position", tokens.position);
  table("token_id", tokens.token_id);
  table("subsample", tokens.subsample);
  ASSIGN_OR_RETURN(const std::unique_ptr<artifact::BlobWriter> writer, store.blobs().Create());
  RETURN_IF_ERROR(tensor_io::WriteSafetensors(std::move(sources),
                                              {{"format", "widthlab.activations.v1"}},
                                              [&](std::string_view bytes) -> absl::Status {
                                                RETURN_IF_ERROR(check());
                                                return writer->Append(bytes);
                                              }));
  return writer->Commit();
}

// The last part of a path, so that where a file lies is no part of an identity.
std::string NameOnly(const std::string& source) {
  const size_t slash = source.rfind('/');
  const std::string name = slash == std::string::npos ? source : source.substr(slash + 1);
  return name.empty() ? "clouds" : name;
}

v1::ActivationsSummary Summarise(const CloudLayout& layout, const TokenTable& tokens) {
  v1::ActivationsSummary summary;
  summary.set_subsamples(static_cast<int32_t>(tokens.subsamples));
  summary.set_tokens_per_subsample(static_cast<int32_t>(tokens.tokens_per_subsample));
  summary.set_sequences(static_cast<int32_t>(tokens.sequences));
  summary.set_eligible_tokens(layout.rows);
  summary.set_loss(std::numeric_limits<double>::quiet_NaN());
  return summary;
}

}  // namespace

absl::StatusOr<artifact::v1::Artifact> ImportClouds(const CloudImport& what,
                                                    artifact::ArtifactStore& store,
                                                    numeric::ThreadPool& pool,
                                                    absl::FunctionRef<absl::Status()> check) {
  if (!spec::IsUtf8(what.source)) return InvalidFieldBecause("source", "is not UTF-8");
  ASSIGN_OR_RETURN(const std::string path, store.blobs().LocalPath(what.cloud_digest));
  ASSIGN_OR_RETURN(const tensor_io::SafetensorsFile file, tensor_io::SafetensorsFile::Open(path));
  ASSIGN_OR_RETURN(const CloudLayout layout, ReadLayout(file));
  ASSIGN_OR_RETURN(const TokenTable tokens, ReadTokenTable(file, layout.rows, what.subsamples));
  v1::ActivationsSummary summary = Summarise(layout, tokens);
  if (what.architecture.has_value()) {
    ASSIGN_OR_RETURN(*summary.mutable_architecture(),
                     CheckArchitecture(*what.architecture, layout));
  }
  RETURN_IF_ERROR(ReadLayers(file, layout, pool, check, summary));
  PlaceOutliers(tokens, summary);
  ASSIGN_OR_RETURN(const artifact::BlobInfo blob, WriteClouds(file, tokens, store, check));

  artifact::v1::ImportSpec spec;
  spec.set_source(NameOnly(what.source));
  artifact::ArtifactBuilder builder(store, artifact::v1::ARTIFACT_KIND_ACTIVATIONS,
                                    /*schema_version=*/1);
  RETURN_IF_ERROR(builder.AddBlob("cloud.safetensors", "application/vnd.safetensors", blob));
  RETURN_IF_ERROR(
      builder.AddFile("summary.json", "application/json", spec::CanonicalJson(summary)));
  return builder.Commit({.spec_type = spec.GetDescriptor()->full_name(),
                         .spec_json = spec::CanonicalJson(spec),
                         .algorithm_version = "capture.ImportActivations/2"});
}

}  // namespace widthlab::capture
