#include "tools/options/listen_address.h"

namespace countersign {

bool is_listen_address(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  return colon != std::string::npos && colon + 1 != text.size();
}

std::string url_of(const std::string& listen, std::uint16_t port, bool tls) {
  std::string host = listen.substr(0, listen.rfind(':'));
  if (host.empty() || host == "*") host = "0.0.0.0";
  return (tls ? "https://" : "http://") + host + ":" + std::to_string(port);
}

}  // namespace countersign
