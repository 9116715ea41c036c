#include "services/capture/service/tokenize.h"

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/model/model_files.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/tokenizer/model_tokenizer.h"

namespace widthlab::capture {
namespace {

// So that the ids, up to three bytes each and one for a byte of text, fit into one answer.
constexpr size_t kMaxTextBytes = size_t{3} << 20;

absl::Status CheckSize(size_t bytes) {
  if (bytes <= kMaxTextBytes) return absl::OkStatus();
  return InvalidField("text", absl::StrCat("one of ", bytes, " bytes"),
                      absl::StrCat("at most ", kMaxTextBytes, " bytes long in one call"));
}

}  // namespace

absl::StatusOr<v1::TokenizeResponse> TokenizeText(const host::ModelReferences& models,
                                                  const v1::TokenizeRequest& request) {
  RETURN_IF_ERROR(CheckSize(request.text().size()));
  ASSIGN_OR_RETURN(const model::ModelFiles files, models.Find("model", request.model()));
  ASSIGN_OR_RETURN(const architecture::Architecture a, model::ReadArchitecture(files));
  ASSIGN_OR_RETURN(const std::unique_ptr<tokenizer::Tokenizer> tokenizer,
                   tokenizer::ModelTokenizer(files, a));
  ASSIGN_OR_RETURN(const std::vector<int64_t> ids, request.leave_out_special()
                                                       ? tokenizer->Encode(request.text())
                                                       : tokenizer->EncodeDocument(request.text()));
  v1::TokenizeResponse response;
  for (const int64_t id : ids) response.add_ids(static_cast<int32_t>(id));
  return response;
}

}  // namespace widthlab::capture
