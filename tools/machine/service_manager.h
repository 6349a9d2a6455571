#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/files/owned_fd.h"

namespace countersign {

// The program that has started this one and watches it, such as systemd, told by the protocol of
// sd_notify(3): datagrams of lines NAME=VALUE to the socket that NOTIFY_SOCKET names. Without that
// variable nobody is told, and every call does nothing.
//
// A message that cannot be sent is lost: the manager then acts as if it had not been sent. One that
// does not read delays ready(), reloading() and stopping() by a second at most, and alive() by
// nothing.
// Thread-safe. Owns one socket.
class ServiceManager {
 public:
  using Variable = std::function<std::optional<std::string>(const std::string& name)>;
  // Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID.
  explicit ServiceManager(const Variable& variable);

  bool is_there() const { return static_cast<bool>(socket_); }

  // The program serves; also at the end of reloading.
  void ready(std::string_view status) const;
  void reloading() const;
  void stopping() const;
  // The program works. To be said more often than every watchdog_interval().
  void alive() const;

  // How long the manager waits for alive() before it ends the program; none: for ever.
  std::optional<std::chrono::microseconds> watchdog_interval() const { return watchdog_; }

 private:
  void send(std::string_view lines, int patience_ms) const;

  OwnedFd socket_;  // connected to the manager; empty if there is none
  std::optional<std::chrono::microseconds> watchdog_;
};

}  // namespace countersign
