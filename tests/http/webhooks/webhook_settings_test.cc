#include "http/webhooks/webhook_settings.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "tools/options/settings.h"

namespace countersign::webhook_settings_test {

std::variant<ServerSettings, EarlyExit> read(std::vector<std::string> more) {
  more.insert(more.begin(), {"--data", "d"});
  return read_settings(more, [](const std::string&) { return std::optional<std::string>(); });
}

TEST_CASE("webhooks lead to no internal network, and have 20 s, unless the settings say so") {
  const auto none = std::get<ServerSettings>(read({})).service.webhooks;
  CHECK(none.allowed.empty());
  CHECK(none.timeout == std::chrono::seconds(20));
  const auto given = std::get<ServerSettings>(
                         read({"--webhook-allow=10.1.0.0/16,fd00::/8", "--webhook-timeout=7s"}))
                         .service.webhooks;
  CHECK(given.allowed.contains(*http::parse_ip_address("10.1.2.3")));
  CHECK_FALSE(given.allowed.contains(*http::parse_ip_address("10.2.0.1")));
  CHECK(given.timeout == std::chrono::seconds(7));
}

TEST_CASE("a setting of webhooks that is none is refused") {
  for (const char* const bad :
       {"--webhook-allow=inside", "--webhook-allow=10.0.0.0/33", "--webhook-timeout=2m"}) {
    const auto refused = read({bad});
    REQUIRE_MESSAGE(std::holds_alternative<EarlyExit>(refused), bad);
    CHECK(std::get<EarlyExit>(refused).status == 2);
  }
}

}  // namespace countersign::webhook_settings_test
