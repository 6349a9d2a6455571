#include "http/edge/server/acceptor.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/check.h"

namespace countersign::http {

namespace {

constexpr int kAcceptBatch = 256;
constexpr int kShortOfResourcesMs = 50;

OwnedFd open_reserve() { return OwnedFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

std::string text_of(const sockaddr_storage& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    ::inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
  } else if (address.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
    if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) {
      ::inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], text.data(), text.size());
    } else {
      ::inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
    }
  }
  return text.data();
}

// Returns the user at the other end of an admin connection; nothing if that user is not served.
// Only root and the server's own user are.
std::optional<std::uint32_t> served_uid(int fd) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
  if (peer.uid != ::geteuid() && peer.uid != 0) return std::nullopt;
  return peer.uid;
}

}  // namespace

Acceptor::Acceptor(std::vector<Listener> listeners,
                   std::vector<Target> targets,
                   ConnectionPermits& places,
                   std::function<bool(std::string_view address)> speaks_for_many)
    : listeners_(std::move(listeners)),
      targets_(std::move(targets)),
      places_(places),
      speaks_for_many_(std::move(speaks_for_many)),
      stop_event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      reserve_(open_reserve()) {
  check(static_cast<bool>(stop_event_), "an acceptor has an eventfd");
  check(!targets_.empty(), "an acceptor has at least one loop for connections");
}

Acceptor::~Acceptor() { stop(); }

void Acceptor::start() {
  thread_ = std::thread([this] { run(); });
}

void Acceptor::stop() {
  if (thread_.joinable()) {
    (void)::eventfd_write(stop_event_.get(), 1);
    thread_.join();
  }
  for (const Listener& listener : listeners_) {
    remove_socket_file(listener);
  }
  listeners_.clear();
}

void Acceptor::run() {
  ::pthread_setname_np(::pthread_self(), "edge-accept");
  std::vector<pollfd> waited;
  for (const Listener& listener : listeners_) {
    waited.push_back({.fd = listener.fd.get(), .events = POLLIN, .revents = 0});
  }
  waited.push_back({.fd = stop_event_.get(), .events = POLLIN, .revents = 0});
  for (;;) {
    if (::poll(waited.data(), waited.size(), -1) < 0) {
      check(errno == EINTR, "poll() on the listening sockets fails only with EINTR");
      continue;
    }
    if (waited.back().revents != 0) return;
    for (std::size_t i = 0; i < listeners_.size(); ++i) {
      if (waited[i].revents == 0) continue;
      Taken taken = Taken::One;
      for (int n = 0; n < kAcceptBatch && taken == Taken::One; ++n) {
        taken = take_one(listeners_[i]);
      }
      if (taken == Taken::NoResources && !wait_a_moment()) return;
    }
  }
}

Acceptor::Taken Acceptor::take_one(const Listener& listener) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  OwnedFd fd(::accept4(listener.fd.get(),
                       reinterpret_cast<sockaddr*>(&address),
                       &size,
                       SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (!fd) {
    switch (errno) {
      case EAGAIN:
        return Taken::Nothing;
      case EMFILE:
      case ENFILE:
        shed_one(listener);
        return Taken::NoResources;
      case ENOBUFS:
      case ENOMEM:
        return Taken::NoResources;
      default:
        return Taken::One;  // only this connection failed; the next may not
    }
  }
  accepted_.fetch_add(1, std::memory_order_relaxed);
  Accepted accepted{.fd = std::move(fd),
                    .number = places_.next_number(),
                    .tls = listener.tls,
                    .peer_address = text_of(address),
                    .admin = listener.admin,
                    .peer_uid = std::nullopt,
                    .over_the_cap = false,
                    .has_address = false};
  if (listener.admin) {
    accepted.peer_uid = served_uid(accepted.fd.get());
    if (!accepted.peer_uid) {
      refuse();
      return Taken::One;
    }
  }
  hand_over(std::move(accepted));
  return Taken::One;
}

void Acceptor::hand_over(Accepted accepted) {
  const auto open = [](const Target& target) {
    return target.counters->connections.load(std::memory_order_relaxed);
  };
  const auto least = std::ranges::min_element(targets_, {}, open);
  const auto address = counted_address_of(accepted);
  accepted.has_address = address.has_value();
  const std::uint64_t number = accepted.number;
  // An admin connection is admitted even when all places are taken.
  switch (places_.admit(number, address, least->mailbox, accepted.admin)) {
    case ConnectionPermits::Admission::Admitted:
      break;
    case ConnectionPermits::Admission::ToBeRefused:
      refuse();
      accepted.over_the_cap = true;
      if (accepted.tls) {
        places_.left(number);
        return;
      }
      break;
    case ConnectionPermits::Admission::Closed:
      refuse();
      return;
  }
  least->counters->connections.fetch_add(1, std::memory_order_relaxed);
  if (!least->mailbox->post(std::move(accepted))) {
    least->counters->connections.fetch_sub(1, std::memory_order_relaxed);
    places_.left(number);
  }
}

std::optional<AddressBlock> Acceptor::counted_address_of(const Accepted& accepted) const {
  if (accepted.admin || (speaks_for_many_ && speaks_for_many_(accepted.peer_address))) {
    return std::nullopt;
  }
  return address_block_of(accepted.peer_address);
}

// Frees the reserve just long enough to accept and close one waiting connection.
void Acceptor::shed_one(const Listener& listener) {
  reserve_.reset();
  OwnedFd fd(::accept4(listener.fd.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (fd) refuse();
  fd.reset();  // before the reserve is opened again
  reserve_ = open_reserve();
}

// Returns false if it is time to stop.
bool Acceptor::wait_a_moment() {
  pollfd stop{.fd = stop_event_.get(), .events = POLLIN, .revents = 0};
  return ::poll(&stop, 1, kShortOfResourcesMs) <= 0;
}

}  // namespace countersign::http
