// Scores of the next token by our decoder, for a reference to be compared with.
//
//   checkpoint_logits FOLDER ID...     prints a line of vocab_size numbers for each token
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "common/model/checkpoint.h"
#include "common/model/decoder.h"
#include "common/model/inner_threads.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::model {
namespace {

absl::Status PrintLogits(const std::string& folder, const std::vector<int64_t>& ids) {
  ASSIGN_OR_RETURN(const Parameters weights, ReadCheckpoint(folder));
  const int64_t length = static_cast<int64_t>(ids.size());
  const Decoder decoder(weights, {.longest_sequence = length});
  ASSIGN_OR_RETURN(const std::vector<float> logits,
                   decoder.Logits({.ids = ids, .sequences = 1, .length = length}));
  const size_t vocabulary = logits.size() / ids.size();
  for (size_t i = 0; i < logits.size(); ++i) {
    std::printf("%.9g%c", static_cast<double>(logits[i]), (i + 1) % vocabulary == 0 ? '\n' : ' ');
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<int64_t>> ReadIds(int count, char** words) {
  std::vector<int64_t> ids(static_cast<size_t>(count));
  for (size_t i = 0; i < ids.size(); ++i) {
    if (!absl::SimpleAtoi(words[i], &ids[i])) return InvalidField("ID", words[i], "a whole number");
  }
  return ids;
}

absl::Status Run(int argc, char** argv) {
  if (argc < 3) return InvalidField("arguments", "left out", "FOLDER ID...");
  ASSIGN_OR_RETURN(const std::vector<int64_t> ids, ReadIds(argc - 2, argv + 2));
  return PrintLogits(argv[1], ids);
}

}  // namespace
}  // namespace widthlab::model

int main(int argc, char** argv) {
  widthlab::model::UseOneInnerThread();
  const absl::Status status = widthlab::model::Run(argc, argv);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return 1;
}
