// Keeps the process alive when a mapped file is shortened under it.
//
// The kernel answers a read past a file's new end with SIGBUS. For ranges that are watched the
// handler here puts pages of zeros there instead, so that the reader goes on, and whoever owns the
// mapping finds out by asking after the file (MappedFile::CheckUnchanged). SIGBUS anywhere else
// does what it did before.
#ifndef WIDTHLAB_COMMON_TENSOR_IO_LOST_PAGES_H_
#define WIDTHLAB_COMMON_TENSOR_IO_LOST_PAGES_H_

#include <cstddef>

namespace widthlab::tensor_io {

// Ranges that can be watched at a time.
inline constexpr size_t kMostWatched = 4096;

// False where kMostWatched ranges are watched already. The range is a mapping of whole pages, and
// is unwatched before it is unmapped. Thread-safe.
bool WatchPages(const void* begin, size_t size);
void UnwatchPages(const void* begin);

}  // namespace widthlab::tensor_io

#endif  // WIDTHLAB_COMMON_TENSOR_IO_LOST_PAGES_H_
