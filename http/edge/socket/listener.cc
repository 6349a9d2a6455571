#include "http/edge/socket/listener.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

namespace countersign::http {

namespace {

constexpr int kSocketFlags = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;

// The kernel's send buffer, which holds the part of an answer that the reader has not taken yet.
// The kernel keeps at most about twice this for each connection. By itself it would keep up to 4 MB
// (tcp(7), tcp_wmem) for a reader who takes nothing. A reader 100 ms away is served with about 2.5
// MB/s.
constexpr int kSendBufferBytes = 256 * 1024;

std::string system_text(int error) { return std::generic_category().message(error); }

struct HostPort {
  std::string host;  // empty: all addresses
  std::string port;
};

std::optional<HostPort> split_address(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == address.size()) return std::nullopt;
  std::string_view host = address.substr(0, colon);
  const std::string_view port = address.substr(colon + 1);
  if (port.size() > 5 || port.find_first_not_of("0123456789") != std::string_view::npos ||
      std::stoi(std::string(port)) > 65535) {
    return std::nullopt;
  }
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return std::nullopt;
  }
  return HostPort{host == "*" ? "" : std::string(host), std::string(port)};
}

void set_option(int fd, int level, int option, int value) {
  ::setsockopt(fd, level, option, &value, sizeof(value));
}

// Returns 0, or the errno of the step that failed.
int open_tcp(const addrinfo& candidate, int backlog, OwnedFd& opened) {
  OwnedFd fd(::socket(candidate.ai_family, kSocketFlags, candidate.ai_protocol));
  if (!fd) return errno;
  set_option(fd.get(), SOL_SOCKET, SO_REUSEADDR, 1);
  // Accepted sockets inherit these.
  set_option(fd.get(), IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(fd.get(), SOL_SOCKET, SO_SNDBUF, kSendBufferBytes);
  if (candidate.ai_family == AF_INET6) set_option(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
  if (::bind(fd.get(), candidate.ai_addr, candidate.ai_addrlen) != 0 ||
      ::listen(fd.get(), backlog) != 0) {
    return errno;
  }
  opened = std::move(fd);
  return 0;
}

std::uint16_t bound_port(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
  }
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

// The address of a unix socket. It holds 107 bytes; a longer path goes through a descriptor of its
// folder.
class UnixAddress {
 public:
  explicit UnixAddress(const std::string& path) {
    address_.sun_family = AF_UNIX;
    std::string name = path;
    if (name.size() >= sizeof(address_.sun_path)) {
      const std::size_t slash = path.rfind('/');
      const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
      folder_ = OwnedFd(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
      name = "/proc/self/fd/" + std::to_string(folder_.get()) + "/" +
             path.substr(slash == std::string::npos ? 0 : slash + 1);
    }
    fits_ = name.size() < sizeof(address_.sun_path);
    if (fits_) std::memcpy(address_.sun_path, name.c_str(), name.size() + 1);
  }

  bool fits() const { return fits_; }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address_); }
  static socklen_t size() { return sizeof(sockaddr_un); }

 private:
  sockaddr_un address_{};
  OwnedFd folder_;
  bool fits_ = false;
};

bool somebody_answers(const UnixAddress& address) {
  const OwnedFd probe(::socket(AF_UNIX, kSocketFlags, 0));
  return probe &&
         (::connect(probe.get(), address.get(), UnixAddress::size()) == 0 || errno == EAGAIN);
}

}  // namespace

Result<Listener, std::string> listen_on_tcp(std::string_view address, int backlog) {
  const auto parts = split_address(address);
  if (!parts) return "'" + std::string(address) + "' is not HOST:PORT";
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const char* const host = parts->host.empty() ? nullptr : parts->host.c_str();
  const int failed = ::getaddrinfo(host, parts->port.c_str(), &hints, &found);
  if (failed != 0) {
    return "cannot listen on " + std::string(address) + ": " + ::gai_strerror(failed);
  }
  Listener listener;
  int error = 0;
  for (const addrinfo* each = found; each != nullptr && !listener.fd; each = each->ai_next) {
    error = open_tcp(*each, backlog, listener.fd);
  }
  ::freeaddrinfo(found);
  if (!listener.fd) return "cannot listen on " + std::string(address) + ": " + system_text(error);
  listener.port = bound_port(listener.fd.get());
  return listener;
}

Result<Listener, std::string> listen_on_unix(const std::string& path, int backlog) {
  const auto failure = [&](const std::string& why) {
    return Result<Listener, std::string>("cannot listen on " + path + ": " + why);
  };
  struct stat status {};
  const bool exists = ::lstat(path.c_str(), &status) == 0;
  if (exists && !S_ISSOCK(status.st_mode)) return failure("the path exists and is not a socket");
  if (exists && somebody_answers(UnixAddress(path))) return failure("another process serves it");
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".new";
  const UnixAddress address(temporary);
  if (!address.fits()) return failure("the name is too long for a socket");
  Listener listener;
  listener.fd = OwnedFd(::socket(AF_UNIX, kSocketFlags, 0));
  listener.path = path;
  listener.admin = true;
  ::unlink(temporary.c_str());
  // Linux gives the new file the mode of the socket's own inode.
  if (!listener.fd || ::fchmod(listener.fd.get(), 0600) != 0 ||
      ::bind(listener.fd.get(), address.get(), UnixAddress::size()) != 0) {
    return failure(system_text(errno));
  }
  if (::lstat(temporary.c_str(), &status) != 0 || ::listen(listener.fd.get(), backlog) != 0 ||
      ::rename(temporary.c_str(), path.c_str()) != 0) {
    const std::string why = system_text(errno);
    ::unlink(temporary.c_str());
    return failure(why);
  }
  listener.device = status.st_dev;
  listener.inode = status.st_ino;
  return listener;
}

void remove_socket_file(const Listener& listener) {
  struct stat status {};
  if (!listener.path.empty() && ::lstat(listener.path.c_str(), &status) == 0 &&
      status.st_dev == listener.device && status.st_ino == listener.inode) {
    ::unlink(listener.path.c_str());
  }
}

}  // namespace countersign::http
