#include "tools/options/given_settings.h"

#include <doctest/doctest.h>

#include <fstream>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tests/events/support/temp_folder.h"
#include "tools/options/settings.h"

namespace countersign::given_settings_test {

using Names = std::vector<std::string>;

ServerSettings settings_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"--data", "d"});
  const auto read =
      read_settings(arguments, [](const std::string&) { return std::optional<std::string>(); });
  REQUIRE(std::holds_alternative<ServerSettings>(read));
  return std::get<ServerSettings>(read);
}

TEST_CASE("the settings that were given are known by name, wherever they stand") {
  const TempFolder folder;
  const std::string file = folder.path() / "settings.toml";
  std::ofstream(file) << "attempts = 3\nretention = \"2d\"\n";
  const GivenSettings given = settings_of({"--config", file, "--retention", "1d"}).given;
  CHECK(given == GivenSettings{{"attempts", {"3"}}, {"data", {"d"}}, {"retention", {"1d"}}});
}

TEST_CASE("a change is live, or counts from the next start") {
  const auto changed = [](const Names& before, const Names& after) {
    return changes_between(settings_of(before).given, settings_of(after).given);
  };
  const auto none = changed({"--attempts", "3"}, {"--attempts", "3"});
  CHECK(none.live == Names{});
  CHECK(none.at_restart == Names{});
  const auto both = changed({"--attempts", "3", "--retention", "1d"},
                            {"--log-level", "debug", "--retention", "2d"});
  CHECK(both.live == Names{"attempts", "log-level"});
  CHECK(both.at_restart == Names{"retention"});
}

TEST_CASE("other files of TLS are live, and TLS itself is not") {
  const Names with{"--tls-cert", "a", "--tls-key", "b"};
  const Names other{"--tls-cert", "c", "--tls-key", "b"};
  const auto replaced = changes_between(settings_of(with).given, settings_of(other).given);
  CHECK(replaced.live == Names{"tls-cert"});
  CHECK(replaced.at_restart == Names{});
  const auto begun = changes_between(settings_of({}).given, settings_of(with).given);
  CHECK(begun.live == Names{});
  CHECK(begun.at_restart == Names{"tls-cert", "tls-key"});
}

}  // namespace countersign::given_settings_test
