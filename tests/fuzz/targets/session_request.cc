// The body of a request to create a session, which anybody may send.
#include "http/backend/session_request.h"

#include <algorithm>
#include <set>
#include <string>

#include "core/check.h"
#include "core/text/utf8.h"
#include "http/wire/cors.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void check_request(const http::SessionRequest& request) {
  for (const auto& credential : {request.client_key, request.client_secret}) {
    check(!credential || (!credential->empty() && is_utf8(*credential)),
          "a credential is non-empty UTF-8");
  }
  if (request.user_ref) {
    check(request.user_ref->size() <= http::kUserRefMax, "a userRef has at most kUserRefMax bytes");
    check(std::ranges::all_of(*request.user_ref, [](char c) { return c > ' ' && c < '\x7f'; }),
          "a userRef is visible ASCII");
  }
  const auto& origins = request.origin_allowlist;
  check(origins.size() <= http::kOriginsMax, "a request has at most kOriginsMax origins");
  check(std::set(origins.begin(), origins.end()).size() == origins.size(),
        "an origin of a request occurs once");
  for (const auto& origin : origins) {
    check(http::normalised_origin(origin) == origin, "an origin of a request is normalised");
  }
}

bool same(const http::SessionRequest& a, const http::SessionRequest& b) {
  return a.client_key == b.client_key && a.client_secret == b.client_secret &&
         a.purpose == b.purpose && a.user_ref == b.user_ref &&
         a.origin_allowlist == b.origin_allowlist && a.fault.has_value() == b.fault.has_value();
}

void run(std::string_view input) {
  std::string body(input);
  body.shrink_to_fit();
  const auto request = http::parse_session_request(body);
  // White space around a JSON text means nothing (RFC 8259 section 2).
  std::string padded = "\n " + std::string(input) + "\t\r\n";
  const auto of_padded = http::parse_session_request(padded);
  check(request.has_value() == of_padded.has_value(),
        "white space around a request does not change whether the request is accepted");
  if (!request) return;
  check(is_utf8(input), "an accepted request is UTF-8");
  check(same(*request, *of_padded),
        "white space around an accepted request does not change the result");
  check_request(*request);
}

const Target kTarget("session_request", run);

}  // namespace
}  // namespace countersign::fuzz
