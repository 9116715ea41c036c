// The documents that a step cuts its sequences from, as token ids: in memory, or on disk until they
// are read.
//
//   const DocumentList documents(*std::move(loaded));
//   documents.Size(0);                                   // tokens
//   documents.Append(0, /*begin=*/512, /*length=*/512, ids);
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DOCUMENTS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DOCUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "common/tokenizer/token_document.h"

namespace widthlab::capture {

// Reading from several threads is fine.
class Documents {
 public:
  virtual ~Documents() = default;

  virtual int64_t count() const = 0;
  // Of documents [0, count()): tokens, and the path in the artifact.
  virtual int64_t Size(int64_t document) const = 0;
  virtual const std::string& Path(int64_t document) const = 0;

  // Tokens [begin, begin + length) of a document, which must exist, behind those of `ids`.
  virtual void Append(int64_t document, int64_t begin, int64_t length,
                      std::vector<int64_t>& ids) const = 0;

  // Asked once all is read: FAILED_PRECONDITION FILE_CHANGED where a file is no longer what it was.
  virtual absl::Status CheckUnchanged() const = 0;
};

// In memory.
class DocumentList final : public Documents {
 public:
  DocumentList() = default;
  explicit DocumentList(std::vector<tokenizer::TokenDocument> documents);

  int64_t count() const override { return static_cast<int64_t>(documents_.size()); }
  int64_t Size(int64_t document) const override;
  const std::string& Path(int64_t document) const override;
  void Append(int64_t document, int64_t begin, int64_t length,
              std::vector<int64_t>& ids) const override;
  absl::Status CheckUnchanged() const override { return absl::OkStatus(); }

 private:
  const tokenizer::TokenDocument& At(int64_t document) const {
    return documents_[static_cast<size_t>(document)];
  }

  std::vector<tokenizer::TokenDocument> documents_;
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DOCUMENTS_H_
