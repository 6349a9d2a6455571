#include "bench/download_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace countersign::bench {
namespace {

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "download client: %s: %s\n", what, std::strerror(errno));
  std::exit(1);
}

int connect_to(std::uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    give_up("connect");
  }
  return fd;
}

}  // namespace

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
