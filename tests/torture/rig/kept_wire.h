#pragma once
#include <cstdint>
#include <memory>

#include "tests/programs/support/wire.h"

namespace countersign::torture {

// A client that keeps its connection from one call to the next. Not thread-safe.
class KeptWire {
 public:
  // Returns status 0 if there was no response. Opens a new connection after that, after a response
  // that closed the connection, and for another port.
  tests::Answer ask(std::uint16_t port, const tests::Request& request) {
    if (!wire_ || port != port_) {
      wire_ = std::make_unique<tests::Wire>(port);
      port_ = port;
    }
    wire_->send(tests::bytes_of(request));
    auto answer = wire_->receive();
    if (!answer || answer->header("connection") == "close") wire_.reset();
    return answer.value_or(tests::Answer{});
  }

 private:
  std::unique_ptr<tests::Wire> wire_;
  std::uint16_t port_ = 0;
};

}  // namespace countersign::torture
