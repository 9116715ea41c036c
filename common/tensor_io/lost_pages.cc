#include "common/tensor_io/lost_pages.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>

namespace widthlab::tensor_io {
namespace {

struct Range {
  std::atomic<uintptr_t> begin = 0;
  std::atomic<size_t> size = 0;  // 0: a free place
};

std::array<Range, kMostWatched> g_ranges;
std::mutex g_changes;  // of the ranges; the handler only reads
struct sigaction g_before;
uintptr_t g_page_bytes = 0;

// Only what is safe in a signal handler.
void OnBusError(int, siginfo_t* info, void*) {
  const int kept = errno;
  const auto at = reinterpret_cast<uintptr_t>(info->si_addr);
  for (const Range& range : g_ranges) {
    const uintptr_t begin = range.begin.load(std::memory_order_acquire);
    const size_t size = range.size.load(std::memory_order_acquire);
    if (info->si_code != BUS_ADRERR || at < begin || at - begin >= size) continue;
    // Every page from here to the end of the mapping is past the end of the file.
    const uintptr_t page = at / g_page_bytes * g_page_bytes;
    const long placed = syscall(SYS_mmap, page, begin + size - page, PROT_READ,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (placed == static_cast<long>(page)) {
      errno = kept;
      return;
    }
  }
  // The access is tried again, and meets what was there before.
  sigaction(SIGBUS, &g_before, nullptr);
  errno = kept;
}

void Install() {
  g_page_bytes = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  struct sigaction action = {};
  action.sa_sigaction = OnBusError;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &g_before);
}

}  // namespace

bool WatchPages(const void* begin, size_t size) {
  const std::lock_guard<std::mutex> lock(g_changes);
  static const bool installed = [] {
    Install();
    return true;
  }();
  for (Range& range : g_ranges) {
    if (!installed || range.size.load() != 0) continue;
    range.begin.store(reinterpret_cast<uintptr_t>(begin), std::memory_order_release);
    range.size.store(size, std::memory_order_release);
    return true;
  }
  return false;
}

void UnwatchPages(const void* begin) {
  const std::lock_guard<std::mutex> lock(g_changes);
  for (Range& range : g_ranges) {
    if (range.begin.load() != reinterpret_cast<uintptr_t>(begin)) continue;
    range.size.store(0, std::memory_order_release);
    range.begin.store(0, std::memory_order_release);
    return;
  }
}

}  // namespace widthlab::tensor_io
