#pragma once
#include <cstdint>

namespace countersign::bench {

// Ends the process with what failed and the reason that errno has.
[[noreturn]] void give_up(const char* what);

// Returns a socket that is connected to the port on this machine and sends at once (TCP_NODELAY).
int connect_to(std::uint16_t port);

}  // namespace countersign::bench
