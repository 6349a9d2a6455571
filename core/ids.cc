#include "core/ids.h"

#include <algorithm>

#include "core/ascii.h"

namespace countersign {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kSessionPrefix = "session-";
constexpr std::string_view kClientPrefix = "client-";
constexpr std::string_view kReviewerStreamPrefix = "reviewer-";
constexpr std::size_t kReviewerIdLength = 26;
constexpr std::string_view kWebhooksPrefix = "webhooks-";
constexpr std::string_view kKeysStream = "keys";
constexpr std::string_view kThresholdsStream = "thresholds";
constexpr std::string_view kLogStream = "log";

void append_hex(std::string& out, std::uint8_t byte) {
  out.push_back(kHexDigits[byte >> 4]);
  out.push_back(kHexDigits[byte & 0x0f]);
}

constexpr std::uint8_t kNoDigit = 0xff;

constexpr auto kHexValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 16; ++i) values[static_cast<std::uint8_t>(kHexDigits[i])] = i;
  for (std::uint8_t i = 10; i < 16; ++i) values[static_cast<std::uint8_t>('A' + i - 10)] = i;
  return values;
}();

// Decodes pairs of hexadecimal digits; good() tells afterwards whether all of them were digits.
class HexBytes {
 public:
  std::uint8_t take(const char* two_digits) {
    const std::uint8_t high = kHexValues[static_cast<std::uint8_t>(two_digits[0])];
    const std::uint8_t low = kHexValues[static_cast<std::uint8_t>(two_digits[1])];
    seen_ |= high | low;
    return static_cast<std::uint8_t>(high << 4 | (low & 0x0f));
  }
  bool good() const { return (seen_ & 0xf0) == 0; }

 private:
  std::uint8_t seen_ = 0;
};

constexpr bool dash_follows(std::size_t byte_index) {
  return byte_index == 3 || byte_index == 5 || byte_index == 7 || byte_index == 9;
}

}  // namespace

StreamId stream_of(const SessionId& session) {
  return StreamId(std::string(kSessionPrefix) + to_string(session));
}

StreamId stream_of(const ClientKey& client) {
  return StreamId(std::string(kClientPrefix) + client.value());
}

StreamId stream_of(const ReviewerId& reviewer) {
  return StreamId(std::string(kReviewerStreamPrefix) + reviewer.value());
}

std::optional<SessionId> session_of(const StreamId& stream) {
  const std::string_view text = stream.value();
  if (!text.starts_with(kSessionPrefix)) return std::nullopt;
  // A session has only one stream, so only one spelling of its id is accepted here.
  if (std::ranges::any_of(text, [](char c) { return c >= 'A' && c <= 'Z'; })) return std::nullopt;
  const auto uuid = parse_uuid(text.substr(kSessionPrefix.size()));
  if (!uuid) return std::nullopt;
  return SessionId(*uuid);
}

std::optional<ClientKey> client_of(const StreamId& stream) {
  const std::string_view text = stream.value();
  if (!text.starts_with(kClientPrefix)) return std::nullopt;
  return ClientKey(std::string(text.substr(kClientPrefix.size())));
}

std::optional<ReviewerId> reviewer_of(const StreamId& stream) {
  const std::string_view text = stream.value();
  if (!text.starts_with(kReviewerStreamPrefix)) return std::nullopt;
  const std::string_view id = text.substr(kReviewerStreamPrefix.size());
  if (!is_reviewer_id(id)) return std::nullopt;
  return ReviewerId(std::string(id));
}

StreamId webhooks_stream_of(const ClientKey& client) {
  return StreamId(std::string(kWebhooksPrefix) + client.value());
}

std::optional<ClientKey> webhooks_client_of(const StreamId& stream) {
  const std::string_view text = stream.value();
  if (!text.starts_with(kWebhooksPrefix)) return std::nullopt;
  return ClientKey(std::string(text.substr(kWebhooksPrefix.size())));
}

StreamId keys_stream() { return StreamId(std::string(kKeysStream)); }

bool is_keys_stream(const StreamId& stream) { return stream.value() == kKeysStream; }

StreamId thresholds_stream() { return StreamId(std::string(kThresholdsStream)); }

bool is_thresholds_stream(const StreamId& stream) { return stream.value() == kThresholdsStream; }

StreamId log_stream() { return StreamId(std::string(kLogStream)); }

bool is_log_stream(const StreamId& stream) { return stream.value() == kLogStream; }

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
  if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return std::nullopt;
  Uuid uuid;
  HexBytes digits;
  const char* at = text.data();
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    uuid[i] = digits.take(at);
    at += dash_follows(i) ? 3 : 2;
  }
  if (!digits.good()) return std::nullopt;
  return uuid;
}

Uuid uuid_from_random(Uuid random) {
  random[6] = static_cast<std::uint8_t>((random[6] & 0x0f) | 0x40);
  random[8] = static_cast<std::uint8_t>((random[8] & 0x3f) | 0x80);
  return random;
}

Uuid uuid_from_time(UtcTime at, Uuid random) {
  const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(at.value(), 0));
  const std::uint64_t ms = us / 1000;
  const std::uint64_t fraction = us % 1000 * 4096 / 1000;
  for (std::size_t i = 0; i < 6; ++i) random[i] = static_cast<std::uint8_t>(ms >> (40 - 8 * i));
  random[6] = static_cast<std::uint8_t>(0x70 | fraction >> 8);
  random[7] = static_cast<std::uint8_t>(fraction);
  random[8] = static_cast<std::uint8_t>((random[8] & 0x3f) | 0x80);
  return random;
}

bool is_reviewer_id(std::string_view text) {
  return text.size() == kReviewerIdLength && text.starts_with(kReviewerPrefix) &&
         std::ranges::all_of(text.substr(kReviewerPrefix.size()),
                             [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; });
}

std::string to_hex(const Digest& digest) {
  std::string text;
  text.reserve(digest.size() * 2);
  for (const std::uint8_t byte : digest) append_hex(text, byte);
  return text;
}

std::optional<Digest> parse_digest(std::string_view hex) {
  Digest digest;
  if (hex.size() != digest.size() * 2) return std::nullopt;
  HexBytes digits;
  for (std::size_t i = 0; i < digest.size(); ++i) digest[i] = digits.take(hex.data() + i * 2);
  if (!digits.good()) return std::nullopt;
  return digest;
}

}  // namespace countersign
