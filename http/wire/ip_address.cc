#include "http/wire/ip_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <span>

#include "core/check.h"

namespace countersign::http {
namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

}  // namespace

std::optional<IpAddress> parse_ip_address(std::string_view text) {
  if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string ended(text);
  IpAddress address;
  if (::inet_pton(AF_INET, ended.c_str(), address.bytes.data()) == 1) {
    address.is_v4 = true;
    return address;
  }
  if (::inet_pton(AF_INET6, ended.c_str(), address.bytes.data()) != 1) return std::nullopt;
  if (!std::ranges::equal(kMappedPrefix, std::span(address.bytes).first<12>())) return address;
  IpAddress mapped{.bytes = {}, .is_v4 = true};
  std::ranges::copy(std::span(address.bytes).last<4>(), mapped.bytes.begin());
  return mapped;
}

std::string to_text(const IpAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const char* const written = ::inet_ntop(
      address.is_v4 ? AF_INET : AF_INET6, address.bytes.data(), text.data(), text.size());
  check(written != nullptr, "inet_ntop() writes the text of an IP address");
  return text.data();
}

}  // namespace countersign::http
