#include "common/tokenizer/normalizer.h"

#include <utility>

#include "common/status/macros.h"
#include "common/tokenizer/unicode/properties.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

class InTurn : public Normalizer {
 public:
  explicit InTurn(std::vector<std::unique_ptr<Normalizer>> parts) : parts_(std::move(parts)) {}

  absl::StatusOr<std::string> Normalize(std::string_view text) const override {
    std::string result(text);
    for (const auto& part : parts_) {
      ASSIGN_OR_RETURN(result, part->Normalize(result));
    }
    return result;
  }

 private:
  const std::vector<std::unique_ptr<Normalizer>> parts_;
};

class ToForm : public Normalizer {
 public:
  explicit ToForm(NormalForm form) : form_(form) {}

  absl::StatusOr<std::string> Normalize(std::string_view text) const override {
    return tokenizer::Normalize(form_, text);
  }

 private:
  const NormalForm form_;
};

class Replacing : public Normalizer {
 public:
  Replacing(SplitPattern pattern, std::string replacement)
      : pattern_(std::move(pattern)), replacement_(std::move(replacement)) {}

  absl::StatusOr<std::string> Normalize(std::string_view text) const override {
    return pattern_.Replace(text, replacement_);
  }

 private:
  const SplitPattern pattern_;
  const std::string replacement_;
};

class Prepending : public Normalizer {
 public:
  explicit Prepending(std::string prefix) : prefix_(std::move(prefix)) {}

  absl::StatusOr<std::string> Normalize(std::string_view text) const override {
    return text.empty() ? std::string() : prefix_ + std::string(text);
  }

 private:
  const std::string prefix_;
};

class Stripping : public Normalizer {
 public:
  Stripping(bool left, bool right) : left_(left), right_(right) {}

  absl::StatusOr<std::string> Normalize(std::string_view text) const override {
    size_t begin = 0;
    size_t end = text.size();
    for (size_t at = begin; left_ && at < end && WhiteSpace().Contains(NextCodePoint(text, at));) {
      begin = at;
    }
    while (right_ && end > begin) {
      const size_t last = PreviousCharacter(text, end);
      size_t at = last;
      if (!WhiteSpace().Contains(NextCodePoint(text, at))) break;
      end = last;
    }
    return std::string(text.substr(begin, end - begin));
  }

 private:
  const bool left_;
  const bool right_;
};

}  // namespace

std::unique_ptr<Normalizer> NormalizeInTurn(std::vector<std::unique_ptr<Normalizer>> parts) {
  return std::make_unique<InTurn>(std::move(parts));
}

std::unique_ptr<Normalizer> NormalizeToForm(NormalForm form) {
  return std::make_unique<ToForm>(form);
}

std::unique_ptr<Normalizer> NormalizeByReplacing(SplitPattern pattern, std::string replacement) {
  return std::make_unique<Replacing>(std::move(pattern), std::move(replacement));
}

std::unique_ptr<Normalizer> NormalizeByPrepending(std::string prefix) {
  return std::make_unique<Prepending>(std::move(prefix));
}

std::unique_ptr<Normalizer> NormalizeByStripping(bool left, bool right) {
  return std::make_unique<Stripping>(left, right);
}

}  // namespace widthlab::tokenizer
