#pragma once
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <stdexcept>

#include "core/machine/files/owned_fd.h"

namespace countersign::tests {

// A port of 127.0.0.1 for a program that listens with SO_REUSEADDR. While this object lives, the
// kernel gives the port to no other program and to no outgoing connection: the object's socket is
// bound to the port but does not listen, so connections are refused until the program listens.
class ReservedPort {
 public:
  ReservedPort() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int on = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (!fd_ || ::setsockopt(fd_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        ::bind(fd_.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::getsockname(fd_.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("no port of 127.0.0.1 can be reserved");
    }
    number_ = ntohs(address.sin_port);
  }

  std::uint16_t number() const { return number_; }

 private:
  OwnedFd fd_;
  std::uint16_t number_ = 0;
};

}  // namespace countersign::tests
