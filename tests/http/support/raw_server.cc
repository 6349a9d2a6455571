#include "tests/http/support/raw_server.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/check.h"

namespace countersign::http {
namespace {

int listen_on_port(std::uint16_t& port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ::sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<::sockaddr*>(&address);
  check(::bind(listener, any, size) == 0 && ::getsockname(listener, any, &size) == 0,
        "the raw server has a TCP port");
  port = ntohs(address.sin_port);
  return listener;
}

int listen_at(const std::string& path) {
  const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ::sockaddr_un address{};
  address.sun_family = AF_UNIX;
  check(path.size() < sizeof(address.sun_path),
        "the path of a Unix socket is shorter than sun_path");
  std::ranges::copy(path, address.sun_path);
  check(::bind(listener, reinterpret_cast<::sockaddr*>(&address), sizeof(address)) == 0,
        "the raw server is bound to its path");
  return listener;
}

// Reads the head, and as many bytes of the body as it announces.
std::string read_request(int peer) {
  std::string request;
  std::array<char, 65536> piece{};
  for (std::size_t wanted = std::string::npos; request.size() < wanted;) {
    const ::ssize_t count = ::read(peer, piece.data(), piece.size());
    if (count <= 0) break;
    request.append(piece.data(), static_cast<std::size_t>(count));
    const std::size_t end = request.find("\r\n\r\n");
    if (wanted != std::string::npos || end == std::string::npos) continue;
    const std::size_t length = request.find("Content-Length: ");
    wanted = end + 4 + (length < end ? std::stoul(request.substr(length + 16)) : 0);
  }
  return request;
}

}  // namespace

RawServer::RawServer(Script script, const std::string& unix_path)
    : script_(std::move(script)),
      listener_(unix_path.empty() ? listen_on_port(port_) : listen_at(unix_path)) {
  check(::listen(listener_, 16) == 0, "the raw server listens");
  thread_ = std::thread([this] { serve(); });
}

RawServer::~RawServer() {
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

void RawServer::serve() {
  for (int peer = 0; (peer = ::accept(listener_, nullptr, nullptr)) >= 0; ::close(peer)) {
    const std::string request = read_request(peer);
    if (request.empty()) continue;
    ++requests_;
    const std::string answer = script_(request);
    std::size_t sent = 0;
    while (sent < answer.size()) {
      const ::ssize_t count =
          ::send(peer, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) break;
      sent += static_cast<std::size_t>(count);
    }
  }
}

}  // namespace countersign::http
