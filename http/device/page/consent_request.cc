#include "http/device/page/consent_request.h"

#include "core/event/capture_page.h"
#include "core/text/json_document.h"
#include "http/json/members.h"

namespace countersign::http {

template <>
constexpr auto members_of<ConsentRequest> = members(Member{"version",
                                                           &ConsentRequest::version,
                                                           "Of the text that the person has read.",
                                                           {.max_length = kConsentVersionMax}});

std::optional<ConsentRequest> parse_consent_request(std::string_view body) {
  constexpr std::string_view kVersion = "version";
  rapidjson::Document document;
  if (!parse_json(document, body) || !document.IsObject()) return std::nullopt;
  std::optional<ConsentRequest> request;
  for (const auto& member : document.GetObject()) {
    if (string_in(member.name) != kVersion) continue;
    if (request || !member.value.IsString()) return std::nullopt;
    request = ConsentRequest{std::string(string_in(member.value))};
  }
  return request;
}

Schema consent_request_schema() { return schema_of<ConsentRequest>("GiveConsent"); }

}  // namespace countersign::http
