#include "core/machine/net/tcp.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

namespace countersign {
namespace {

constexpr int kBacklog = 64;
// A connection whose other end says nothing is probed after so many seconds, then so often, and
// given up after so many probes without an answer.
constexpr int kIdleSeconds = 6;
constexpr int kProbeSeconds = 2;
constexpr int kProbes = 3;
constexpr int kUnacknowledgedMs = 12'000;
// How long accept() rests when the process has no descriptor for a connection that waits.
constexpr long kRestNs = 50'000'000;

std::string text_of_errno() { return ::strerrordesc_np(errno); }

void set_option(int socket, int level, int option, int value) {
  ::setsockopt(socket, level, option, &value, sizeof(value));
}

// A socket that is not TCP, as in tests, refuses the options, and needs none of them.
void watch_over(int socket) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, kIdleSeconds);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, kProbeSeconds);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, kUnacknowledgedMs);
}

// Waits for `events`. False at the deadline.
bool wait_for(int socket, short events, SteadyTime deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_now()).count();
    pollfd waited{socket, events, 0};
    const int ready =
        ::poll(&waited, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1 << 30)));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return true;  // the call that follows reports the error
  }
}

bool should_wait() { return errno == EAGAIN || errno == EWOULDBLOCK; }

class SocketStream final : public ByteStream {
 public:
  explicit SocketStream(OwnedFd socket) : socket_(std::move(socket)) {}

  Result<std::size_t, StreamEnd> read(char* buffer,
                                      std::size_t size,
                                      SteadyTime deadline) override {
    for (;;) {
      const ssize_t got = ::recv(socket_.get(), buffer, size, 0);
      if (got > 0) return static_cast<std::size_t>(got);
      if (got == 0) return StreamEnd::Closed;
      if (errno == EINTR) continue;
      if (!should_wait()) return StreamEnd::Closed;
      if (!wait_for(socket_.get(), POLLIN, deadline)) return StreamEnd::Late;
    }
  }

  std::optional<StreamEnd> write(std::string_view bytes, SteadyTime deadline) override {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent > 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent));
      } else if (sent < 0 && errno == EINTR) {
        continue;
      } else if (sent < 0 && !should_wait()) {
        return StreamEnd::Closed;
      } else if (!wait_for(socket_.get(), POLLOUT, deadline)) {
        return StreamEnd::Late;
      }
    }
    return std::nullopt;
  }

  bool is_quiet() override {
    pollfd end{socket_.get(), POLLIN, 0};
    return ::poll(&end, 1, 0) == 0;
  }

 private:
  const OwnedFd socket_;
};

struct FreeAddresses {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Result<Addresses, std::string> addresses_of(const TcpAddress& address, bool listens) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = listens ? AI_PASSIVE : 0;
  const bool any = address.host.empty() || address.host == "*";
  addrinfo* found = nullptr;
  const int error =
      ::getaddrinfo(any ? nullptr : address.host.c_str(), address.port.c_str(), &wanted, &found);
  if (error == EAI_SYSTEM) return text_of_errno();
  if (error != 0) return std::string(::gai_strerror(error));
  return Addresses(found);
}

OwnedFd socket_for(const addrinfo& one) {
  return OwnedFd(
      ::socket(one.ai_family, one.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, one.ai_protocol));
}

// Returns 0, or the errno of the failure.
int connect_to(int socket, const addrinfo& one, SteadyTime deadline) {
  if (::connect(socket, one.ai_addr, one.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  if (!wait_for(socket, POLLOUT, deadline)) return ETIMEDOUT;
  int error = 0;
  socklen_t length = sizeof(error);
  if (::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) != 0) return errno;
  return error;
}

std::uint16_t port_of(int socket) {
  sockaddr_storage bound{};
  socklen_t length = sizeof(bound);
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&bound), &length) != 0) return 0;
  if (bound.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&bound)->sin6_port);
  }
  return ntohs(reinterpret_cast<const sockaddr_in*>(&bound)->sin_port);
}

// Empty for a socket without such an address.
std::string network_of(int socket) {
  constexpr std::size_t kHostBytes = 8;  // of an address of IPv6
  sockaddr_storage other{};
  socklen_t length = sizeof(other);
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&other), &length) != 0) return {};
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* address = &reinterpret_cast<const sockaddr_in*>(&other)->sin_addr;
  if (other.ss_family == AF_INET6) {
    in6_addr& six = reinterpret_cast<sockaddr_in6*>(&other)->sin6_addr;
    if (!IN6_IS_ADDR_V4MAPPED(&six)) std::fill_n(six.s6_addr + kHostBytes, kHostBytes, 0);
    address = &six;
  } else if (other.ss_family != AF_INET) {
    return {};
  }
  const char* const written = ::inet_ntop(other.ss_family, address, text.data(), text.size());
  return written == nullptr ? std::string() : std::string(written);
}

}  // namespace

std::optional<TcpAddress> parse_tcp_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  const bool digits = std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || port.size() > 5 || std::stoul(std::string(port)) > 65'535) return std::nullopt;
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return std::nullopt;
  }
  return TcpAddress{std::string(host), std::string(port)};
}

Result<std::unique_ptr<ByteStream>, std::string> dial_tcp(std::string_view address,
                                                          SteadyTime deadline) {
  const auto parsed = parse_tcp_address(address);
  if (!parsed) return std::string("the address is not HOST:PORT");
  const auto found = addresses_of(*parsed, false);
  if (!found) return found.error();
  int error = EADDRNOTAVAIL;
  for (const addrinfo* one = found->get(); one != nullptr; one = one->ai_next) {
    OwnedFd socket = socket_for(*one);
    error = socket ? connect_to(socket.get(), *one, deadline) : errno;
    if (error == 0) return stream_of_socket(std::move(socket));
  }
  return std::string(::strerrordesc_np(error));
}

std::unique_ptr<ByteStream> stream_of_socket(OwnedFd socket) {
  const int flags = ::fcntl(socket.get(), F_GETFL);
  ::fcntl(socket.get(), F_SETFL, flags | O_NONBLOCK);
  watch_over(socket.get());
  return std::make_unique<SocketStream>(std::move(socket));
}

Result<TcpListener, std::string> TcpListener::open(std::string_view address) {
  const std::string named = "cannot listen on " + std::string(address) + ": ";
  const auto parsed = parse_tcp_address(address);
  if (!parsed) return named + "the address is not HOST:PORT";
  const auto found = addresses_of(*parsed, true);
  if (!found) return named + found.error();
  int error = EADDRNOTAVAIL;
  for (const addrinfo* one = found->get(); one != nullptr; one = one->ai_next) {
    OwnedFd socket = socket_for(*one);
    if (socket) {
      set_option(socket.get(), SOL_SOCKET, SO_REUSEADDR, 1);
      if (::bind(socket.get(), one->ai_addr, one->ai_addrlen) == 0 &&
          ::listen(socket.get(), kBacklog) == 0) {
        const std::uint16_t port = port_of(socket.get());
        return TcpListener(std::move(socket), port);
      }
    }
    error = errno;
  }
  return named + ::strerrordesc_np(error);
}

OwnedFd TcpListener::accept_socket() const {
  for (;;) {
    pollfd waited{socket_.get(), POLLIN, 0};
    if (::poll(&waited, 1, -1) < 0 && errno != EINTR) return OwnedFd();
    OwnedFd socket(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (socket) return socket;
    if (errno == EINVAL || errno == EBADF) return OwnedFd();  // stop() has shut it down
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      const timespec rest{0, kRestNs};
      ::nanosleep(&rest, nullptr);
    }
  }
}

std::unique_ptr<ByteStream> TcpListener::accept() const {
  OwnedFd socket = accept_socket();
  return socket ? stream_of_socket(std::move(socket)) : nullptr;
}

std::optional<AcceptedTcp> TcpListener::accept_known() const {
  OwnedFd socket = accept_socket();
  if (!socket) return std::nullopt;
  AcceptedTcp accepted;
  accepted.network = network_of(socket.get());
  // A second descriptor of the socket, so that a number that was used again is never shut down.
  const auto held = std::make_shared<OwnedFd>(::fcntl(socket.get(), F_DUPFD_CLOEXEC, 0));
  if (*held) accepted.cut = [held] { ::shutdown(held->get(), SHUT_RDWR); };
  accepted.stream = stream_of_socket(std::move(socket));
  return accepted;
}

void TcpListener::stop() const { ::shutdown(socket_.get(), SHUT_RDWR); }

}  // namespace countersign
