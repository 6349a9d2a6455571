#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/json/schema_of.h"

namespace countersign::http {

// The body of a page's call that reports the person's consent.
struct ConsentRequest {
  std::string version;  // of the text that the person has read; any text
  std::optional<std::string> language{};
};

// Ignores unknown members, so that a page may be newer than the server. Nullopt: no JSON object, or
// not one version in it. Pure.
std::optional<ConsentRequest> parse_consent_request(std::string_view body);

Schema consent_request_schema();

}  // namespace countersign::http
