#include "http/edge/socket/address_block.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <span>

#include "core/check.h"

namespace countersign::http {

namespace {

constexpr std::size_t kPrefixBytes = 12;
using Prefix = std::array<std::uint8_t, kPrefixBytes>;
constexpr Prefix kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr Prefix kTranslated = {0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

bool holds_v4(std::span<const std::uint8_t, 16> v6) {
  const auto prefix = v6.first<kPrefixBytes>();
  return std::ranges::equal(prefix, kMapped) || std::ranges::equal(prefix, kTranslated);
}

}  // namespace

std::optional<AddressBlock> address_block_of(std::string_view address) {
  if (address.size() >= INET6_ADDRSTRLEN || address.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string ended(address);
  AddressBlock block;
  if (::inet_pton(AF_INET, ended.c_str(), block.bytes.data()) == 1) {
    block.is_v4 = true;
    return block;
  }
  std::array<std::uint8_t, 16> v6{};
  if (::inet_pton(AF_INET6, ended.c_str(), v6.data()) != 1) return std::nullopt;
  block.is_v4 = holds_v4(v6);
  if (block.is_v4) {
    std::copy(v6.begin() + kPrefixBytes, v6.end(), block.bytes.begin());
    return block;
  }
  std::copy_n(v6.begin(), block.bytes.size(), block.bytes.begin());
  return block;
}

std::string address_block_name(std::string_view address) {
  const auto block = address_block_of(address);
  if (!block) return std::string(address);
  std::array<std::uint8_t, 16> whole{};
  std::ranges::copy(block->bytes, whole.begin());
  std::array<char, INET6_ADDRSTRLEN> text{};
  const char* const written =
      ::inet_ntop(block->is_v4 ? AF_INET : AF_INET6, whole.data(), text.data(), text.size());
  check(written != nullptr, "inet_ntop() writes the text of an address block");
  return block->is_v4 ? std::string(written) : std::string(written) + "/64";
}

}  // namespace countersign::http
