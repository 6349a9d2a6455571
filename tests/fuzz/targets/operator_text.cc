// Values that operators write in flags: spans of time, rates, sizes, addresses, rules of roles; and
// numbers that callers write in a query.
#include <string>

#include "core/check.h"
#include "http/client/http_url.h"
#include "http/external/engine_address.h"
#include "http/review/oidc/role_rule.h"
#include "http/wire/wait_time.h"
#include "http/witness/witness_address.h"
#include "tests/fuzz/target.h"
#include "tools/options/byte_size.h"
#include "tools/options/duration.h"
#include "tools/options/listen_address.h"
#include "tools/options/rate_text.h"

namespace countersign::fuzz::operator_text_target {

constexpr std::uint64_t kWholeMax = (std::uint64_t{1} << 53) - 1;

void run(std::string_view input) {
  if (const auto span = parse_duration(input)) {
    check(span->count() >= 0 && parse_duration(to_text(*span)) == span,
          "a parsed duration is at least 0, and its text parses to the same duration");
  }
  if (const auto rate = parse_rate(input)) {
    check(rate->count >= 1 && rate->per_ms >= 1,
          "the count and the period of a rate are at least 1");
    check(parse_rate(to_text(*rate)) == rate, "the text of a rate parses to the same rate");
  }
  if (const auto bytes = parse_byte_size(input)) {
    check(*bytes <= std::uint64_t{1} << 53, "a parsed size is at most 2^53 bytes");
    check(parse_byte_size(byte_size_text(*bytes)) == bytes,
          "the text of a size parses to the same size");
  }
  (void)is_listen_address(std::string(input));
  const bool is_url = http::wrong_with_url(input).empty();
  if (const auto engine = http::parse_engine_address(input)) {
    check(engine->url.empty() || http::wrong_with_url(engine->url).empty(),
          "the URL of an engine is valid or empty");
    check(is_url || !engine->unix_socket.empty(),
          "the address of an engine is a valid URL or names a Unix socket");
    (void)engine->is_exposed();
  }
  if (const auto whole = http::parse_whole(input, kWholeMax)) {
    check(*whole <= kWholeMax, "a whole number is within its bound");
    check(http::parse_whole(std::to_string(*whole), kWholeMax) == whole,
          "the text of a whole number parses to the same number");
  }
  if (const auto wait = http::parse_wait(input)) {
    check(wait->count() >= 0 && wait->count() <= 30, "a call waits for 30 seconds at most");
  }
  if (const auto rule = http::parse_role_rule(input)) {
    check(!rule->name.empty() && rule->name.size() <= 256, "the name of a role is bounded");
    check(input.starts_with(rule->name + '='), "the name of a role is what stands before the `=`");
  }
  if (const auto witness = http::parse_witness_address(input)) {
    check(http::wrong_with_url(witness->url).empty(), "the URL of a witness is valid");
    check(witness->key.type() == tlog::KeyType::Witness, "the key of a witness is of type Witness");
  }
}

const Target kTarget("operator_text", run);

}  // namespace countersign::fuzz::operator_text_target
