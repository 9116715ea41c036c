#include "clients/cpp/utf8_scanner.h"

namespace widthlab::client {

// The first byte of a character (Unicode 15, table 3-7).
bool Utf8Scanner::Begin(unsigned char byte) {
  low_ = 0x80;
  high_ = 0xBF;
  if (byte >= 0x01 && byte <= 0x7F) return true;
  if (byte >= 0xC2 && byte <= 0xDF) {
    missing_ = 1;
  } else if (byte >= 0xE0 && byte <= 0xEF) {
    missing_ = 2;
    if (byte == 0xE0) low_ = 0xA0;
    if (byte == 0xED) high_ = 0x9F;
  } else if (byte >= 0xF0 && byte <= 0xF4) {
    missing_ = 3;
    if (byte == 0xF0) low_ = 0x90;
    if (byte == 0xF4) high_ = 0x8F;
  } else {
    return false;
  }
  return true;
}

bool Utf8Scanner::Feed(std::string_view bytes) {
  for (const char c : bytes) {
    if (!valid_) return false;
    const unsigned char byte = static_cast<unsigned char>(c);
    if (missing_ == 0) {
      valid_ = Begin(byte);
      continue;
    }
    valid_ = byte >= low_ && byte <= high_;
    low_ = 0x80;
    high_ = 0xBF;
    --missing_;
  }
  return valid_;
}

}  // namespace widthlab::client
