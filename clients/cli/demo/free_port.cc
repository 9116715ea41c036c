#include "clients/cli/demo/free_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "absl/cleanup/cleanup.h"
#include "absl/time/clock.h"

namespace widthlab::cli {
namespace {

// A socket bound to `port` of 127.0.0.1 (0: any free one), or -1.
int Bind(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

int PortOf(int fd) {
  sockaddr_in address = {};
  socklen_t length = sizeof address;
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.sin_port);
}

}  // namespace

absl::StatusOr<std::vector<int>> FreePorts(int count) {
  // All are held until the last one is found, so that none comes twice.
  std::vector<int> sockets;
  const absl::Cleanup close_all = [&] {
    for (const int fd : sockets) close(fd);
  };
  std::vector<int> ports;
  for (int i = 0; i < count; ++i) {
    const int fd = Bind(0);
    if (fd < 0) return absl::ResourceExhaustedError("no free port on 127.0.0.1");
    sockets.push_back(fd);
    ports.push_back(PortOf(fd));
  }
  return ports;
}

bool BecomesFree(int port, absl::Duration patience) {
  const absl::Time deadline = absl::Now() + patience;
  while (true) {
    if (const int fd = Bind(port); fd >= 0) {
      close(fd);
      return true;
    }
    if (absl::Now() >= deadline) return false;
    absl::SleepFor(absl::Milliseconds(20));
  }
}

}  // namespace widthlab::cli
