#include "tests/bench/npy_file.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "absl/strings/str_cat.h"

namespace widthlab::bench {
namespace {

absl::Status Bad(const std::string& path, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", what));
}

template <typename T>
std::vector<double> Widen(const char* bytes, int64_t count) {
  std::vector<T> stored(count);
  std::memcpy(stored.data(), bytes, count * sizeof(T));
  return std::vector<double>(stored.begin(), stored.end());
}

}  // namespace

absl::StatusOr<NpyMatrix> ReadNpy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  constexpr size_t kPrefix = 10;  // magic, version, length of the header
  if (bytes.size() < kPrefix || bytes.compare(0, 6, "\x93NUMPY") != 0 || bytes[6] != 1) {
    return Bad(path, "not a .npy file of version 1");
  }
  const size_t length = static_cast<unsigned char>(bytes[8]) +
                        256 * static_cast<size_t>(static_cast<unsigned char>(bytes[9]));
  const std::string header = bytes.substr(kPrefix, length);
  NpyMatrix matrix;
  long rows = 0;
  long columns = 0;
  const size_t shape = header.find("'shape': (");
  if (shape == std::string::npos ||
      std::sscanf(header.c_str() + shape, "'shape': (%ld, %ld)", &rows, &columns) != 2) {
    return Bad(path, "not a two-dimensional array");
  }
  if (header.find("'fortran_order': False") == std::string::npos)
    return Bad(path, "not in C order");
  const bool is_float = header.find("<f4") != std::string::npos;
  if (!is_float && header.find("<f8") == std::string::npos) {
    return Bad(path, "neither float32 nor float64");
  }
  const int64_t count = int64_t{rows} * columns;
  const size_t data = kPrefix + length;
  if (bytes.size() < data ||
      bytes.size() - data != static_cast<size_t>(count) * (is_float ? 4 : 8)) {
    return Bad(path, "its size is not that of its shape");
  }
  matrix.rows = rows;
  matrix.columns = columns;
  matrix.values = is_float ? Widen<float>(bytes.data() + data, count)
                           : Widen<double>(bytes.data() + data, count);
  return matrix;
}

}  // namespace widthlab::bench
