#include "tests/programs/support/wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "core/check.h"

namespace countersign::tests {

namespace {

constexpr timeval kLimit{60, 0};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

bool names(const Request& request, std::string_view header) {
  return std::any_of(request.headers.begin(), request.headers.end(), [&](const auto& field) {
    return lower(field.first) == header;
  });
}

}  // namespace

std::string Answer::header(std::string_view name) const {
  for (const auto& [field, value] : headers) {
    if (field == name) return value;
  }
  return {};
}

bool Answer::has_header(std::string_view name) const {
  return std::any_of(
      headers.begin(), headers.end(), [&](const auto& field) { return field.first == name; });
}

std::string bytes_of(const Request& request) {
  std::string bytes = request.method + " " + request.path + " HTTP/1.1\r\n";
  if (!names(request, "host")) bytes += "Host: localhost\r\n";
  for (const auto& [name, value] : request.headers) bytes += name + ": " + value + "\r\n";
  const bool sized = names(request, "content-length") || names(request, "transfer-encoding");
  if (!sized && (request.body || request.method == "POST")) {
    bytes += "Content-Length: " + std::to_string(request.body.value_or("").size()) + "\r\n";
  }
  return bytes + "\r\n" + request.body.value_or("");
}

Wire::Wire(std::uint16_t port) : Wire(port, "127.0.0.1") {}

Wire::Wire(std::uint16_t port, const std::string& from) {
  fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  check(fd_ >= 0, "the system creates a TCP socket");
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &kLimit, sizeof(kLimit));
  ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &kLimit, sizeof(kLimit));
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  ::setsockopt(fd_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof(on));
  sockaddr_in own{};
  own.sin_family = AF_INET;
  check(::inet_pton(AF_INET, from.c_str(), &own.sin_addr) == 1,
        "the local address is an IPv4 address in text form");
  check(::bind(fd_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)) == 0,
        "the socket is bound to the local address");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    ::close(fd_);
    fd_ = -1;
  }
}

Wire::~Wire() {
  if (fd_ >= 0) ::close(fd_);
}

bool Wire::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Wire::end_sending() { ::shutdown(fd_, SHUT_WR); }

void Wire::abort() {
  const linger now{1, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  ::close(fd_);
  fd_ = -1;
}

bool Wire::fill() {
  char bytes[64 * 1024];
  const ssize_t got = ::recv(fd_, bytes, sizeof(bytes), 0);
  if (got <= 0) return false;
  buffer_.append(bytes, static_cast<std::size_t>(got));
  return true;
}

std::optional<std::string> Wire::line() {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n")) == std::string::npos) {
    if (!fill()) return std::nullopt;
  }
  std::string result = buffer_.substr(0, end);
  buffer_.erase(0, end + 2);
  return result;
}

bool Wire::take(std::size_t count, std::string& into) {
  while (buffer_.size() < count) {
    if (!fill()) return false;
  }
  into.append(buffer_, 0, count);
  buffer_.erase(0, count);
  return true;
}

bool Wire::take_chunks(std::string& into) {
  while (true) {
    const auto head = line();
    if (!head) return false;
    std::size_t size = 0;
    std::from_chars(head->data(), head->data() + head->size(), size, 16);
    if (size == 0) {
      const auto end = line();
      return end && end->empty();
    }
    std::string break_after;
    if (!take(size, into) || !take(2, break_after) || break_after != "\r\n") return false;
  }
}

std::optional<Answer> Wire::receive(bool to_head) {
  Answer answer;
  const auto status_line = line();
  if (!status_line || !status_line->starts_with("HTTP/1.1 ") || status_line->size() < 12) {
    return std::nullopt;
  }
  answer.status = std::stoi(status_line->substr(9, 3));
  while (true) {
    const auto field = line();
    if (!field) return std::nullopt;
    if (field->empty()) break;
    const std::size_t colon = field->find(':');
    if (colon == std::string::npos) return std::nullopt;
    const std::size_t value = field->find_first_not_of(' ', colon + 1);
    answer.headers.emplace_back(lower(field->substr(0, colon)),
                                value == std::string::npos ? "" : field->substr(value));
  }
  if (to_head || answer.status < 200 || answer.status == 204 || answer.status == 304) return answer;
  bool whole = true;
  if (answer.has_header("content-length")) {
    whole = take(std::stoull(answer.header("content-length")), answer.body);
  } else if (answer.header("transfer-encoding") == "chunked") {
    whole = take_chunks(answer.body);
  } else {
    while (fill()) {
    }
    answer.body = std::move(buffer_);
  }
  if (!whole) return std::nullopt;
  return answer;
}

bool Wire::at_end() { return buffer_.empty() && !fill(); }

std::string Wire::receive_some() {
  if (buffer_.empty()) fill();
  return std::exchange(buffer_, {});
}

Answer exchange(std::uint16_t port, const Request& request) {
  return exchange(port, request, "127.0.0.1");
}

Answer exchange(std::uint16_t port, const Request& request, const std::string& from) {
  Wire wire(port, from);
  wire.send(bytes_of(request));
  return wire.receive(request.method == "HEAD").value_or(Answer{});
}

}  // namespace countersign::tests
