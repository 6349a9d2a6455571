#pragma once
#include <cstdint>
#include <string>

namespace countersign {

// Returns whether `text` has the form HOST:PORT; the host may be missing.
bool is_listen_address(const std::string& text);

// The URL of a server that listens at `listen` on this port, e.g. http://127.0.0.1:41234
std::string url_of(const std::string& listen, std::uint16_t port, bool tls);

}  // namespace countersign
