#include "common/artifact/digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <cstdlib>

namespace widthlab::artifact {
namespace {

// OpenSSL fails here only where memory is out or SHA-256 is not compiled in.
void CheckOpenSsl(int result) {
  if (result != 1) std::abort();
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  CheckOpenSsl(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}

Sha256::~Sha256() = default;

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

void Sha256::Update(std::string_view bytes) {
  CheckOpenSsl(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

std::string Sha256::Finish() {
  static constexpr char kHex[] = "0123456789abcdef";
  unsigned char raw[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  CheckOpenSsl(EVP_DigestFinal_ex(context_.get(), raw, &size));
  std::string text;
  for (unsigned int i = 0; i < size; ++i) {
    text += kHex[raw[i] >> 4];
    text += kHex[raw[i] & 15];
  }
  return text;
}

std::string Sha256Of(std::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.Finish();
}

bool IsLowerHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool IsDigest(std::string_view text) { return text.size() == 64 && IsLowerHex(text); }

}  // namespace widthlab::artifact
