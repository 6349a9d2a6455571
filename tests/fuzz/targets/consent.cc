// The body by which a person consents to a text.
#include <string>

#include "core/check.h"
#include "core/text/utf8.h"
#include "http/device/page/consent_request.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::consent_target {

void run(std::string_view input) {
  std::string body(input);
  body.shrink_to_fit();
  const auto request = http::parse_consent_request(body);
  const auto spaced = http::parse_consent_request(" " + body + "\n");
  check(request.has_value() == spaced.has_value(), "surrounding white space means nothing");
  if (!request) return;
  check(request->version == spaced->version, "surrounding white space changes no version");
  check(is_utf8(request->version), "the version of a text is UTF-8");
}

const Target kTarget("consent", run);

}  // namespace countersign::fuzz::consent_target
