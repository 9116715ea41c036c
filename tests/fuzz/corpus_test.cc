// Runs a fuzz target on its seeds and on spoiled copies of them, always the same ones.
//
// `corpus_test --write FOLDER` writes the seeds there instead, for libFuzzer.
#include <sys/resource.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/fuzz/fuzz_target.h"

namespace widthlab::fuzz {
namespace {

constexpr int kCopies = 4000;
// Most that all of it may take; no seed is larger than a few kilobytes.
constexpr long kMaxResidentKib = 512 * 1024;

void Try(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

// A small generator of its own: the copies are the same on every machine.
class Numbers {
 public:
  uint64_t Next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  size_t Below(size_t limit) { return limit == 0 ? 0 : static_cast<size_t>(Next() % limit); }

 private:
  uint64_t state_ = 0x9e3779b97f4a7c15u;
};

// Numbers that parsers stumble over.
constexpr uint64_t kEdges[] = {0,
                               1,
                               7,
                               0x7f,
                               0xff,
                               0xffff,
                               0x7fffffff,
                               0xffffffff,
                               uint64_t{1} << 62,
                               uint64_t{1} << 63,
                               ~uint64_t{0}};

std::string Spoiled(std::string bytes, Numbers& numbers) {
  for (size_t changes = 1 + numbers.Below(4); changes > 0 && !bytes.empty(); --changes) {
    const size_t at = numbers.Below(bytes.size());
    switch (numbers.Below(6)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << numbers.Below(8)));
        break;
      case 1:
        bytes[at] = static_cast<char>(numbers.Next());
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.insert(at, bytes.substr(numbers.Below(bytes.size()), numbers.Below(64)));
        break;
      case 4:
        bytes.erase(at, numbers.Below(16));
        break;
      default: {
        const uint64_t edge = kEdges[numbers.Below(std::size(kEdges))];
        const size_t size = size_t{1} << numbers.Below(4);
        if (at + size <= bytes.size()) std::memcpy(bytes.data() + at, &edge, size);
      }
    }
  }
  return bytes;
}

TEST(CorpusTest, EverySeedAndItsSpoiledCopiesAreSurvived) {
  for (const std::string& seed : Seeds()) {
    Try(seed);
    for (size_t size = 0; size < seed.size(); ++size) Try(seed.substr(0, size));
    Numbers numbers;
    for (int i = 0; i < kCopies; ++i) Try(Spoiled(seed, numbers));
  }
  rusage usage;
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  EXPECT_LT(usage.ru_maxrss, kMaxResidentKib);
}

void WriteSeeds(const std::string& folder) {
  int number = 0;
  for (const std::string& seed : Seeds()) {
    std::ofstream(folder + "/seed-" + std::to_string(number++), std::ios::binary) << seed;
  }
}

}  // namespace
}  // namespace widthlab::fuzz

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--write") {
    widthlab::fuzz::WriteSeeds(argv[2]);
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
