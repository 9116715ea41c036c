// SHA-256, as everything in the store is named: 64 lower-case hexadecimal digits.
//
//   Sha256 hash;
//   hash.Update(header);
//   hash.Update(rows);
//   const std::string digest = hash.Finish();
#ifndef WIDTHLAB_COMMON_ARTIFACT_DIGEST_H_
#define WIDTHLAB_COMMON_ARTIFACT_DIGEST_H_

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace widthlab::artifact {

// Over 1 GB/s where the processor has SHA instructions.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Update(std::string_view bytes);

  // The digest of all bytes so far; ends the object.
  std::string Finish();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

std::string Sha256Of(std::string_view bytes);

// True for 64 lower-case hexadecimal digits.
bool IsDigest(std::string_view text);

// True where every character is a lower-case hexadecimal digit.
bool IsLowerHex(std::string_view text);

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_DIGEST_H_
