#include "http/device/page/consent_request.h"

#include "core/client/page_rules.h"
#include "core/event/capture_page.h"
#include "core/text/json_document.h"
#include "http/json/members.h"

namespace countersign::http {

template <>
constexpr auto members_of<ConsentRequest> = members(Member{"version",
                                                           &ConsentRequest::version,
                                                           "Of the text that the person has read.",
                                                           {.max_length = kConsentVersionMax}},
                                                    Member{"language",
                                                           &ConsentRequest::language,
                                                           "In which the page asked for the text.",
                                                           {.left_out = true,
                                                            .pattern = "^[a-z]{2,3}$"}});

std::optional<ConsentRequest> parse_consent_request(std::string_view body) {
  rapidjson::Document document;
  if (!parse_json(document, body) || !document.IsObject()) return std::nullopt;
  std::optional<std::string> version;
  ConsentRequest request;
  for (const auto& member : document.GetObject()) {
    const std::string_view name = string_in(member.name);
    if (name != "version" && name != "language") continue;
    auto& taken = name == "version" ? version : request.language;
    if (taken || !member.value.IsString()) return std::nullopt;
    taken = std::string(string_in(member.value));
  }
  if (!version || (request.language && !is_language(*request.language))) return std::nullopt;
  request.version = *std::move(version);
  return request;
}

Schema consent_request_schema() { return schema_of<ConsentRequest>("GiveConsent"); }

}  // namespace countersign::http
