#include "http/device/page/consent_request.h"

#include "core/client/page_rules.h"
#include "core/event/capture_page.h"
#include "http/body/body_of.h"

namespace countersign::http {

template <>
constexpr BodyRules body_rules<ConsentRequest>{.null_refused = true};

template <>
constexpr auto members_of<ConsentRequest> =
    members(Member{"version",
                   &ConsentRequest::version,
                   "Of the text that the person has read.",
                   {.max_length = kConsentVersionMax}},
            Member{"language",
                   &ConsentRequest::language,
                   "In which the page asked for the text.",
                   {.left_out = true, .pattern = "^[a-z]{2,3}$", .is = is_language}});

std::optional<ConsentRequest> parse_consent_request(std::string_view body) {
  ConsentRequest request;
  if (read_body(body, request)) return std::nullopt;
  return request;
}

Schema consent_request_schema() { return schema_of<ConsentRequest>("GiveConsent"); }

}  // namespace countersign::http
