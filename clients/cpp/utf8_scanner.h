// Tells text from other bytes while they stream by.
//
//   Utf8Scanner scanner;
//   while (read chunk) if (!scanner.Feed(chunk)) ...            // not text
//   if (!scanner.AtBoundary()) ...                              // ends inside a character
//
// Text is UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF) without NUL. One pass,
// no memory.
#ifndef WIDTHLAB_CLIENTS_CPP_UTF8_SCANNER_H_
#define WIDTHLAB_CLIENTS_CPP_UTF8_SCANNER_H_

#include <string_view>

namespace widthlab::client {

class Utf8Scanner {
 public:
  // False from the first byte on that text cannot have.
  bool Feed(std::string_view bytes);

  // Whether the bytes so far end with a whole character.
  bool AtBoundary() const { return missing_ == 0; }

 private:
  bool Begin(unsigned char byte);

  // Bytes that the character still lacks, and the interval in which the next one lies.
  int missing_ = 0;
  unsigned char low_ = 0x80;
  unsigned char high_ = 0xBF;
  bool valid_ = true;
};

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_UTF8_SCANNER_H_
