#include "http/backend/session_request.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/client/page_rules.h"
#include "http/answers/accepted_documents.h"
#include "http/answers/session_labels.h"
#include "http/backend/link_request.h"
#include "http/body/body_of.h"
#include "http/secrets/capture_links.h"
#include "http/secrets/lifetimes.h"
#include "http/wire/cors.h"

namespace countersign::http {
namespace {

constexpr std::string_view kOtherReturnUrl =
    "The returnUrl must be one of the client's own addresses.";
constexpr std::string_view kUserRefPattern = R"(^[!#-&(-;=?A-\[\]-_a-~]+$)";

bool is_credential(std::string_view text) { return !text.empty(); }

bool may_be_return_url(std::string_view text) { return text.size() <= kReturnUrlMax; }

Problem invalid(std::string_view field, std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::string(detail),
          .field = std::string(field)};
}

// Takes away each text that is in the list before.
void keep_each_once(std::vector<std::string>& texts) {
  auto end = texts.begin();
  for (auto text = texts.begin(); text != texts.end(); ++text) {
    if (std::find(texts.begin(), end, *text) == end) std::swap(*end++, *text);
  }
  texts.erase(end, texts.end());
}

}  // namespace

template <>
constexpr auto members_of<SessionRequest> = members(
    Member{
        "clientKey", &SessionRequest::client_key, {}, {.is = is_credential, .judged_later = true}},
    Member{"clientSecret",
           &SessionRequest::client_secret,
           {},
           {.is = is_credential, .judged_later = true}},
    Member{"purpose",
           &SessionRequest::purpose,
           "FULL_CAPTURE if it is absent.",
           {.left_out = true, .judged_later = true}},
    Member{"userRef",
           &SessionRequest::user_ref,
           "The backend's own name for the person, and no personal data: visible ASCII without a "
           "blank, `@`, quotes, `\\`, `<` and `>`.",
           {.left_out = true,
            .max_length = kUserRefMax,
            .pattern = kUserRefPattern,
            .is = is_reference,
            .wrong = "The userRef must have 1 to 128 visible ASCII characters, without a blank, @, "
                     "quotes, a backslash, < and >, and no personal data."}},
    Member{"labels", &SessionRequest::labels, {}, {.left_out = true, .schema = labels_schema}},
    Member{"originAllowlist",
           &SessionRequest::origin_allowlist,
           "The web pages and the apps' pages that may use the session: scheme://host[:port]",
           {.left_out = true,
            .max_items = kOriginsMax,
            .kept_as = normalised_client_origin,
            .wrong = "The originAllowlist must be a list of at most 20 origins, such as "
                     "https://host[:port] or capacitor://localhost; http is for this machine "
                     "alone."}},
    Member{"language",
           &SessionRequest::language,
           "Of the page, as BCP 47 has it: `de`, `pt`; without it that of the browser.",
           {.left_out = true,
            .pattern = "^[a-z]{2,3}$",
            .is = is_language,
            .wrong = "The language must be two or three small letters, such as de."}},
    Member{"documents",
           &SessionRequest::documents,
           "The documents that the page offers: some of the client's own.",
           {.left_out = true, .max_items = kPageDocumentsMax}},
    Member{"returnUrl",
           &SessionRequest::return_url,
           "Where the page leads the person at the end: one of the client's own addresses.",
           {.left_out = true,
            .max_length = kReturnUrlMax,
            .is = may_be_return_url,
            .wrong = kOtherReturnUrl}},
    Member{kLinkTtl,
           &SessionRequest::link_ttl,
           "Seconds that the link lives, within the client's limit; without it as long as the "
           "token. A device that opens the link gets a new token.",
           {.left_out = true, .minimum = kLinkTtlMinSeconds, .maximum = kLinkTtlMaxMs / 1000}});

std::optional<Problem> page_fault(const SessionRequest& request, const Client& client) {
  if (!offers(client.page, request.documents)) {
    return invalid("documents", "The client's page does not offer all of these documents.");
  }
  if (request.return_url && !has_return_url(client.page, *request.return_url)) {
    return invalid("returnUrl", kOtherReturnUrl);
  }
  if (!request.link_ttl) return std::nullopt;
  if (!allows_links(client)) {
    return invalid(kLinkTtl, "The client's sessions have no links.");
  }
  const Duration most = link_ttl_max(client);
  return *request.link_ttl > most ? std::optional(link_ttl_problem(most)) : std::nullopt;
}

std::optional<SessionRequest> parse_session_request(std::string_view body) {
  SessionRequest request;
  request.fault = read_body(body, request);
  if (request.fault && request.fault->code == ProblemCode::InvalidJson) return std::nullopt;
  if (request.fault && request.fault->field == kLinkTtl) {
    request.fault = link_ttl_problem(std::chrono::milliseconds(kLinkTtlMaxMs));
  }
  if (request.labels && request.labels->value().empty()) request.labels.reset();
  keep_each_once(request.origin_allowlist);
  return request;
}

Schema session_request_schema() { return schema_of<SessionRequest>("CreateSession"); }

}  // namespace countersign::http
