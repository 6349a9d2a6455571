#include "bench/download_client.h"

#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string_view>
#include <vector>

#include "bench/loopback.h"

namespace countersign::bench {

Download download(std::uint16_t port, const std::string& request) {
  const auto start = std::chrono::steady_clock::now();
  const int fd = connect_to(port);
  if (::send(fd, request.data(), request.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(request.size())) {
    give_up("send");
  }
  std::vector<char> buffer(1 << 20);
  std::string head;
  Download result;
  bool in_body = false;
  for (;;) {
    const ssize_t got = ::recv(fd, buffer.data(), buffer.size(), 0);
    if (got < 0) give_up("recv");
    if (got == 0) break;
    if (in_body) {
      result.body_bytes += static_cast<std::uint64_t>(got);
      continue;
    }
    head.append(buffer.data(), static_cast<std::size_t>(got));
    const std::size_t end = head.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    if (!head.starts_with("HTTP/1.1 200")) give_up(head.substr(0, 40).c_str());
    in_body = true;
    result.body_bytes = head.size() - end - 4;
  }
  ::close(fd);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace countersign::bench
