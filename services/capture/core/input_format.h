// How a step's text is read: the fields input_format and input_field of its spec.
//
//   RETURN_IF_ERROR(FinishInputFormat(spec, store));
//   if (IsCut(spec.input_format())) ...
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_INPUT_FORMAT_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_INPUT_FORMAT_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/artifact_store.h"
#include "common/status/macros.h"

namespace widthlab::capture {

// What `given` means for this text: itself, or where it is empty what the files' media types say;
// empty for text. INVALID_ARGUMENT on input_format for another word, on input_field where it is
// given with another format than jsonl.
absl::StatusOr<std::string> InputFormatOf(artifact::ArtifactStore& store, const std::string& text,
                                          const std::string& given, const std::string& field);

// Writes it into a spec with the fields text, input_format and input_field.
template <typename Spec>
absl::Status FinishInputFormat(Spec& spec, artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(*spec.mutable_input_format(),
                   InputFormatOf(store, spec.text(), spec.input_format(), spec.input_field()));
  return absl::OkStatus();
}

// Whether documents longer than a sequence are cut: all but token_ids, whose rows are sequences.
inline bool IsCut(std::string_view input_format) { return input_format != "token_ids"; }

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_INPUT_FORMAT_H_
