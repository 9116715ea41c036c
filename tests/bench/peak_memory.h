// The most memory that this process has had resident.
#ifndef WIDTHLAB_TESTS_BENCH_PEAK_MEMORY_H_
#define WIDTHLAB_TESTS_BENCH_PEAK_MEMORY_H_

#include <cstdint>
#include <fstream>
#include <string>

namespace widthlab::bench {

// Not getrusage's: that begins with the memory of the process that started this one.
inline int64_t PeakResidentBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    int64_t kilobytes = 0;
    status >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}

}  // namespace widthlab::bench

#endif  // WIDTHLAB_TESTS_BENCH_PEAK_MEMORY_H_
