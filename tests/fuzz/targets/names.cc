// Short texts: ids, streams, digests, times, tokens, slots, base64. Whatever is accepted has only
// one spelling.
#include <algorithm>
#include <string>

#include "core/check.h"
#include "core/ids.h"
#include "core/text/base64url.h"
#include "core/text/milli.h"
#include "core/text/utf8.h"
#include "core/utc_time.h"
#include "events/vault/key_slot.h"
#include "http/secrets/session_token_issuer.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::names_target {

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lowered;
}

void parse_slots(std::string_view input) {
  if (const auto slot = parse_key_slot_id(input))
    check(to_string(*slot) == input, "a parsed key slot id is written back as the same text");
  if (const auto part = parse_key_part_id(input))
    check(name_of_part(part->slot, part->part) == input,
          "a parsed name of a part is written back as the same text");
}

void run(std::string_view input) {
  if (const auto uuid = parse_uuid(input))
    check(to_string(*uuid) == lower(input), "a UUID is written back as its text in lower case");
  if (const auto digest = parse_digest(input))
    check(to_hex(*digest) == lower(input), "a digest is written back as its text in lower case");
  const StreamId stream{std::string(input)};
  if (const auto session = session_of(stream))
    check(stream_of(*session) == stream, "the session of a stream leads back to the same stream");
  if (const auto client = client_of(stream))
    check(stream_of(*client) == stream, "the client of a stream leads back to the same stream");
  if (const auto reviewer = reviewer_of(stream))
    check(stream_of(*reviewer) == stream, "the reviewer of a stream leads back to the same stream");
  if (const auto client = webhooks_client_of(stream))
    check(webhooks_stream_of(*client) == stream,
          "the client of a stream of webhooks leads back to the same stream");
  check(int{session_of(stream).has_value()} + int{client_of(stream).has_value()} +
                int{reviewer_of(stream).has_value()} + int{webhooks_client_of(stream).has_value()} +
                int{is_keys_stream(stream)} + int{is_thresholds_stream(stream)} +
                int{is_log_stream(stream)} <=
            1,
        "a stream is of at most one kind");
  if (const auto time = parse_utc_time(input)) {
    check(parse_utc_time(to_string(*time)) == *time, "the text of a time parses to the same time");
    check(input.size() == 20 || to_string(*time) == input,
          "a parsed time with a fraction is written back as the same text");
    check(!month_of(*time).empty() && day_of(*time).size() == 8,
          "a time has a month, and a day of eight characters");
  }
  if (const auto milli = milli_of_decimal(input)) {
    check(milli_of_decimal(milli_to_decimal(*milli)) == *milli,
          "the text of a decimal parses to the same decimal");
  }
  if (http::is_token_text(input)) {
    check(input.size() == http::kTokenTextLength && input.starts_with(http::kTokenPrefix),
          "a token has kTokenTextLength characters, beginning with kTokenPrefix");
    check(std::ranges::all_of(input, [](char c) { return c > ' ' && c < '\x7f'; }),
          "a token is visible ASCII");
    check(http::bearer_token("bearer " + std::string(input)) == input,
          "a bearer field gives the token that the field was made of");
  }
  if (const auto token = http::bearer_token(input)) {
    check(http::is_token_text(*token) && input.ends_with(*token),
          "a bearer token is a valid token at the end of its field");
  }
  parse_slots(input);
  if (const auto bytes = from_base64url(input))
    check(to_base64url(*bytes) == input, "decoded base64url encodes to the same text");
  if (const auto bytes = from_base64(input))
    check(to_base64(*bytes) == input, "decoded base64 encodes to the same text");
  check(from_base64url(to_base64url(input)) == std::string(input),
        "bytes encoded as base64url decode to the same bytes");
  check(from_base64(to_base64(input)) == std::string(input),
        "bytes encoded as base64 decode to the same bytes");
  if (!input.empty())
    check(utf8_length(input) <= std::min<std::size_t>(4, input.size()),
          "a UTF-8 character has at most 4 bytes and lies within its text");
}

const Target kTarget("names", run);

}  // namespace countersign::fuzz::names_target
