#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/client/client.h"
#include "core/event/capture_page.h"
#include "core/event/session_labels.h"
#include "core/terms.h"
#include "core/utc_time.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"
#include "http/wire/reference_text.h"

namespace countersign::http {

inline constexpr std::size_t kOriginsMax = 20;

// The body of a session's creation, read but not yet judged. The caller checks one member after the
// other and so reports problems in their order of precedence.
struct SessionRequest {
  std::optional<std::string> client_key;                  // nullopt: absent, empty or not a string
  std::optional<std::string> client_secret;               // the same
  std::optional<Purpose> purpose = Purpose::FullCapture;  // nullopt: not one of the four
  std::optional<std::string> user_ref;
  std::optional<SessionLabels> labels;        // never empty
  std::vector<std::string> origin_allowlist;  // in the form that browsers send
  std::optional<std::string> language;
  std::vector<AcceptedDocument> documents;
  std::optional<std::string> return_url;
  std::optional<Duration> link_ttl;
  std::optional<Problem> fault;  // of the first of the members above that is wrong in itself
};

// Reads one JSON object (RFC 8259, UTF-8). Ignores unknown members, so that clients may be newer
// than the server; a known member may occur only once. Returns nullopt for anything else
// (json_document.h). The stack does not grow with the depth of nesting.
std::optional<SessionRequest> parse_session_request(std::string_view body);
Schema session_request_schema();

// Returns the problem of the first part of the request that the client does not allow; nullopt if
// it allows all. Pure.
std::optional<Problem> page_fault(const SessionRequest& request, const Client& client);

}  // namespace countersign::http
