#include "core/ids.h"

namespace countersign {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kSessionPrefix = "session-";
constexpr std::string_view kClientPrefix = "client-";

void append_hex(std::string& out, std::uint8_t byte) {
  out.push_back(kHexDigits[byte >> 4]);
  out.push_back(kHexDigits[byte & 0x0f]);
}

std::optional<std::uint8_t> hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

std::optional<std::uint8_t> parse_byte(std::string_view two_digits) {
  const auto high = hex_value(two_digits[0]);
  const auto low = hex_value(two_digits[1]);
  if (!high || !low) return std::nullopt;
  return static_cast<std::uint8_t>(*high << 4 | *low);
}

bool dash_follows(std::size_t byte_index) {
  return byte_index == 3 || byte_index == 5 || byte_index == 7 || byte_index == 9;
}

}  // namespace

StreamId stream_of(const SessionId& session) {
  return StreamId(std::string(kSessionPrefix) + to_string(session));
}

StreamId stream_of(const ClientKey& client) {
  return StreamId(std::string(kClientPrefix) + client.value());
}

std::optional<SessionId> session_of(const StreamId& stream) {
  const std::string_view text = stream.value();
  if (!text.starts_with(kSessionPrefix)) return std::nullopt;
  const auto uuid = parse_uuid(text.substr(kSessionPrefix.size()));
  if (!uuid) return std::nullopt;
  return SessionId(*uuid);
}

std::optional<ClientKey> client_of(const StreamId& stream) {
  const std::string_view text = stream.value();
  if (!text.starts_with(kClientPrefix)) return std::nullopt;
  return ClientKey(std::string(text.substr(kClientPrefix.size())));
}

std::string to_string(const Uuid& uuid) {
  std::string text;
  text.reserve(36);
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    append_hex(text, uuid[i]);
    if (dash_follows(i)) text.push_back('-');
  }
  return text;
}

std::optional<Uuid> parse_uuid(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  Uuid uuid{};
  std::size_t at = 0;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    const auto byte = parse_byte(text.substr(at, 2));
    if (!byte) return std::nullopt;
    uuid[i] = *byte;
    at += 2;
    if (!dash_follows(i)) continue;
    if (text[at] != '-') return std::nullopt;
    ++at;
  }
  return uuid;
}

Uuid uuid_from_random(Uuid random) {
  random[6] = static_cast<std::uint8_t>((random[6] & 0x0f) | 0x40);
  random[8] = static_cast<std::uint8_t>((random[8] & 0x3f) | 0x80);
  return random;
}

std::string to_hex(const Digest& digest) {
  std::string text;
  text.reserve(digest.size() * 2);
  for (const std::uint8_t byte : digest) append_hex(text, byte);
  return text;
}

std::optional<Digest> parse_digest(std::string_view hex) {
  Digest digest{};
  if (hex.size() != digest.size() * 2) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const auto byte = parse_byte(hex.substr(i * 2, 2));
    if (!byte) return std::nullopt;
    digest[i] = *byte;
  }
  return digest;
}

}  // namespace countersign
