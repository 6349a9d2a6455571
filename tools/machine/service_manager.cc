#include "tools/machine/service_manager.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace countersign {
namespace {

// A name that begins with @ is one of the abstract namespace, unix(7), where a zero stands for it.
OwnedFd connected_to(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const bool is_abstract = name.starts_with('@');
  if ((!is_abstract && !name.starts_with('/')) || name.size() >= sizeof(address.sun_path))
    return {};
  std::memcpy(address.sun_path, name.data(), name.size());
  if (is_abstract) address.sun_path[0] = '\0';
  const auto size =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + (is_abstract ? 0 : 1));
  OwnedFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto* const to = reinterpret_cast<const sockaddr*>(&address);
  if (!socket || ::connect(socket.get(), to, size) != 0) return {};
  return socket;
}

// How long the start, a reload and the end wait for a manager whose queue is full.
constexpr int kPatienceMs = 1'000;

std::optional<std::int64_t> number_in(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size() || number <= 0) {
    return std::nullopt;
  }
  return number;
}

std::string monotonic_usec() {
  ::timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::to_string(static_cast<std::int64_t>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1'000);
}

}  // namespace

ServiceManager::ServiceManager(const Variable& variable) {
  const auto name = variable("NOTIFY_SOCKET");
  if (!name) return;
  socket_ = connected_to(*name);
  if (!socket_) return;
  const auto interval = number_in(variable("WATCHDOG_USEC"));
  const auto pid = variable("WATCHDOG_PID");
  // The variables of a parent's watchdog may have been inherited.
  if (interval && (!pid || number_in(pid) == std::int64_t{::getpid()})) {
    watchdog_ = std::chrono::microseconds(*interval);
  }
}

void ServiceManager::ready(std::string_view status) const {
  send("READY=1\nSTATUS=" + std::string(status), kPatienceMs);
}

void ServiceManager::reloading() const {
  send("RELOADING=1\nMONOTONIC_USEC=" + monotonic_usec(), kPatienceMs);
}

void ServiceManager::stopping() const {
  send("STOPPING=1\nSTATUS=finishing what is in flight", kPatienceMs);
}

void ServiceManager::alive() const { send("WATCHDOG=1", 0); }

void ServiceManager::send(std::string_view lines, int patience_ms) const {
  if (!socket_) return;
  ::pollfd room{.fd = socket_.get(), .events = POLLOUT, .revents = 0};
  if (patience_ms > 0) (void)::poll(&room, 1, patience_ms);
  (void)!::send(socket_.get(), lines.data(), lines.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace countersign
