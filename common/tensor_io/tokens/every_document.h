// What tests read of a shard.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_TOKENS_EVERY_DOCUMENT_H_
#define WIDTHLAB_COMMON_TENSOR_IO_TOKENS_EVERY_DOCUMENT_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "common/status/matchers.h"
#include "common/tensor_io/tokens/token_shard.h"
#include "gtest/gtest.h"

namespace widthlab::tensor_io {

// The ids of every document; a failure of the test and none where the shard cannot be read.
inline std::vector<std::vector<int64_t>> EveryDocument(absl::StatusOr<TokenShard> shard,
                                                       const DocumentRules& rules) {
  EXPECT_THAT(shard, IsOk());
  if (!shard.ok()) return {};
  EXPECT_THAT(shard->FindDocuments(rules), IsOk());
  std::vector<std::vector<int64_t>> documents;
  for (int64_t i = 0; i < shard->document_count(); ++i) {
    documents.emplace_back(static_cast<size_t>(shard->Size(i)));
    shard->Copy(i, 0, absl::MakeSpan(documents.back()));
  }
  return documents;
}

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_TOKENS_EVERY_DOCUMENT_H_
