// The body of a request to create a session, which anybody may send, and that of a renewed link.
#include "http/backend/session_request.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <string>

#include "core/check.h"
#include "core/client/page_rules.h"
#include "core/text/utf8.h"
#include "http/backend/link_request.h"
#include "http/wire/cors.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::session_request_target {

void check_request(const http::SessionRequest& request) {
  for (const auto& credential : {request.client_key, request.client_secret}) {
    check(!credential || (!credential->empty() && is_utf8(*credential)),
          "a credential is non-empty UTF-8");
  }
  if (request.user_ref) {
    check(request.user_ref->size() <= http::kUserRefMax, "a userRef has at most kUserRefMax bytes");
    check(std::ranges::all_of(*request.user_ref, [](char c) { return c > ' ' && c < '\x7f'; }) &&
              request.user_ref->find_first_of("@\"'`\\<>") == std::string::npos,
          "a userRef is visible ASCII without an at sign, quotes, backslash and angle brackets");
  }
  if (request.labels) {
    const auto& labels = request.labels->value();
    check(!labels.empty() && labels.size() <= http::kLabelsMax, "a request has at most 10 labels");
    check(std::ranges::adjacent_find(labels, std::ranges::greater_equal(), &SessionLabel::key) ==
              labels.end(),
          "the labels of a request are in the order of their keys, each once");
    for (const SessionLabel& label : labels) {
      check(http::is_label_key(label.key) && http::is_reference(label.value),
            "a label has the form of one");
    }
  }
  const auto& origins = request.origin_allowlist;
  check(origins.size() <= http::kOriginsMax, "a request has at most kOriginsMax origins");
  check(std::set(origins.begin(), origins.end()).size() == origins.size(),
        "an origin of a request occurs once");
  for (const auto& origin : origins) {
    check(http::normalised_client_origin(origin) == origin, "an origin of a request is normalised");
  }
}

void check_page(const http::SessionRequest& request) {
  if (request.language) check(is_language(*request.language), "a language has the form of one");
  check(are_documents(request.documents), "the documents of a request are a list of such");
  if (request.return_url) {
    check(request.return_url->size() <= kReturnUrlMax,
          "a returnUrl has at most kReturnUrlMax bytes");
  }
  if (request.link_ttl) {
    check(*request.link_ttl >= std::chrono::seconds(http::kLinkTtlMinSeconds) &&
              *request.link_ttl <= std::chrono::milliseconds(kLinkTtlMaxMs),
          "a link's time is within the limits");
  }
}

void check_link(const std::string& body) {
  constexpr Duration kMost = std::chrono::hours(1);
  const auto request = http::parse_link_request(body, kMost);
  if (!request || !request->link_ttl) return;
  check(*request->link_ttl <= kMost, "a renewed link's time is within the client's limit");
}

bool same(const http::SessionRequest& a, const http::SessionRequest& b) {
  return a.client_key == b.client_key && a.client_secret == b.client_secret &&
         a.purpose == b.purpose && a.user_ref == b.user_ref && a.labels == b.labels &&
         a.origin_allowlist == b.origin_allowlist && a.language == b.language &&
         a.documents == b.documents && a.return_url == b.return_url && a.link_ttl == b.link_ttl &&
         a.fault.has_value() == b.fault.has_value();
}

void run(std::string_view input) {
  std::string body(input);
  body.shrink_to_fit();
  check_link(body);
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
  check_page(*request);
}

const Target kTarget("session_request", run);

}  // namespace countersign::fuzz::session_request_target
