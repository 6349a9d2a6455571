#include "tests/http/edge/support/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace countersign::http {

namespace {

// Far above what any operation here takes; only a failing test waits that long.
constexpr int kPatienceMs = 20'000;

bool wait_for(int fd, short events) {
  pollfd waited{.fd = fd, .events = events, .revents = 0};
  return ::poll(&waited, 1, kPatienceMs) == 1;
}

}  // namespace

RawClient::RawClient(std::uint16_t port, const char* from, int receive_buffer_bytes)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer_bytes > 0) {
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof(receive_buffer_bytes));
  }
  sockaddr_in own{};
  own.sin_family = AF_INET;
  if (::inet_pton(AF_INET, from, &own.sin_addr) != 1 ||
      ::bind(fd_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)) != 0) {
    close();
    return;
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    close();
    return;
  }
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

RawClient::RawClient(const std::string& unix_path)
    : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, unix_path.c_str(), sizeof(address.sun_path) - 1);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) close();
}

RawClient::~RawClient() { close(); }

RawClient::RawClient(RawClient&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      at_end_(other.at_end_),
      buffer_(std::move(other.buffer_)) {}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!wait_for(fd_, POLLOUT)) return false;
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return false;
    bytes.remove_prefix(sent > 0 ? static_cast<std::size_t>(sent) : 0);
  }
  return true;
}

std::size_t RawClient::send_without_waiting(std::string_view bytes) {
  const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent > 0 ? static_cast<std::size_t>(sent) : 0;
}

void RawClient::half_close() { ::shutdown(fd_, SHUT_WR); }

void RawClient::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

void RawClient::reset() {
  const linger now{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  close();
}

bool RawClient::fill() {
  std::array<char, 64 * 1024> bytes;
  if (at_end_ || !wait_for(fd_, POLLIN)) return false;
  const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (got <= 0) {
    at_end_ = true;
    return false;
  }
  buffer_.append(bytes.data(), static_cast<std::size_t>(got));
  return true;
}

bool RawClient::fill_until(std::string_view mark, std::size_t from, std::size_t& found) {
  while ((found = buffer_.find(mark, from)) == std::string::npos) {
    if (!fill()) return false;
  }
  return true;
}

RawResponse RawClient::receive(bool head_request) {
  RawResponse response;
  std::size_t end = 0;
  if (!fill_until("\r\n\r\n", 0, end) || !buffer_.starts_with("HTTP/1.1 ")) return response;
  response.status = std::stoi(buffer_.substr(9, 3));
  std::size_t line = buffer_.find("\r\n") + 2;
  while (line < end + 2) {
    const std::size_t stop = buffer_.find("\r\n", line);
    const std::size_t colon = buffer_.find(": ", line);
    response.headers.add(buffer_.substr(line, colon - line),
                         buffer_.substr(colon + 2, stop - colon - 2));
    line = stop + 2;
  }
  const std::size_t body = end + 4;
  const bool bodiless = head_request || response.status == 204 || response.status == 304 ||
                        response.status / 100 == 1;
  std::size_t size = 0;
  if (bodiless) {
    response.complete = true;
  } else if (response.header("transfer-encoding") == "chunked") {
    response.complete = read_chunked(response, body);
    return response;
  } else if (const auto length = response.headers.find("content-length")) {
    size = std::stoull(std::string(*length));
    while (buffer_.size() < body + size && fill()) {
    }
    response.complete = buffer_.size() >= body + size;
  } else {
    while (fill()) {
    }
    size = buffer_.size() - body;
    response.complete = at_end_;
  }
  response.body = buffer_.substr(body, size);
  buffer_.erase(0, body + size);
  return response;
}

bool RawClient::read_chunked(RawResponse& response, std::size_t at) {
  for (;;) {
    std::size_t stop = 0;
    if (!fill_until("\r\n", at, stop)) return false;
    const std::size_t size = std::stoull(buffer_.substr(at, stop - at), nullptr, 16);
    const std::size_t data = stop + 2;
    while (buffer_.size() < data + size + 2) {
      if (!fill()) return false;
    }
    response.body.append(buffer_, data, size);
    buffer_.erase(0, data + size + 2);
    at = 0;
    if (size == 0) return true;
  }
}

std::optional<std::string> RawClient::receive_to_end() {
  while (fill()) {
  }
  if (!at_end_) return std::nullopt;
  return std::exchange(buffer_, {});
}

}  // namespace countersign::http
