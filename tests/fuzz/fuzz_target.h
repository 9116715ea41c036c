// What a fuzzer of a parser is: one function that must survive any bytes, and files to begin from.
//
// libFuzzer calls the function for as long as it is told (`./run fuzz`); corpus_test.cc calls it in
// the ordinary tests, on the seeds and on some thousands of spoiled copies of them, always the
// same.
#ifndef WIDTHLAB_TESTS_FUZZ_FUZZ_TARGET_H_
#define WIDTHLAB_TESTS_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Aborts where a rule is broken that holds for every input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace widthlab::fuzz {

// Whole files, right ones.
std::vector<std::string> Seeds();

}  // namespace widthlab::fuzz

// Unlike assert it holds in every build.
#define FUZZ_CHECK(condition) \
  if (!(condition)) __builtin_trap()

#endif  // WIDTHLAB_TESTS_FUZZ_FUZZ_TARGET_H_
