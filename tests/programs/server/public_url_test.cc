#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "tests/events/support/temp_folder.h"
#include "tools/options/settings.h"

// The setting `--public-url`.
namespace countersign::public_url_test {

using Given = std::map<std::string, std::string>;

std::variant<ServerSettings, EarlyExit> read(const std::vector<std::string>& flags,
                                             const Given& variables = {}) {
  return read_settings(flags, [&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

std::optional<std::string> origin_of(const std::vector<std::string>& flags,
                                     const Given& variables = {}) {
  const auto result = read(flags, variables);
  if (const auto* exit = std::get_if<EarlyExit>(&result)) FAIL(exit->text);
  return std::get<ServerSettings>(result).service.public_origin;
}

TEST_CASE("the public URL comes from a flag, a variable or the file, and from nowhere else") {
  const TempFolder folder;
  const std::string file = folder.path() / "settings.toml";
  std::ofstream(file) << "public-url = \"https://of-the-file.example\"\n";
  CHECK_FALSE(origin_of({"--data", "d"}).has_value());
  CHECK(origin_of({"--data", "d", "--config", file}) == "https://of-the-file.example");
  const Given variables{{"COUNTERSIGN_PUBLIC_URL", "https://of-the-variable.example"}};
  CHECK(origin_of({"--data", "d", "--config", file}, variables) ==
        "https://of-the-variable.example");
  CHECK(origin_of({"--data", "d", "--config", file, "--public-url=https://a.example"}, variables) ==
        "https://a.example");
}

TEST_CASE("a public URL is kept in the form in which browsers send origins") {
  for (const auto& [given, kept] : {std::pair{"https://verify.example", "https://verify.example"},
                                    {"HTTPS://Verify.Example:443", "https://verify.example"},
                                    {"https://verify.example:8443", "https://verify.example:8443"},
                                    {"https://192.0.2.7", "https://192.0.2.7"},
                                    {"https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"},
                                    {"http://localhost:8080", "http://localhost:8080"},
                                    {"http://pages.localhost", "http://pages.localhost"},
                                    {"http://127.0.0.1:80", "http://127.0.0.1"},
                                    {"http://[::1]:8080", "http://[::1]:8080"}}) {
    CHECK(origin_of({"--data", "d", "--public-url", given}) == kept);
  }
}

TEST_CASE("a public URL with more than an origin, or without TLS, is refused without being shown") {
  for (const char* wrong : {"verify.example",
                            "http://verify.example",
                            "http://192.0.2.7",
                            "http://127.0.0.1.example",
                            "ftp://verify.example",
                            "https://",
                            "https:///capture",
                            "https://verify.example/",
                            "https://verify.example/capture",
                            "https://verify.example?a=b",
                            "https://verify.example#c",
                            "https://user:marker@verify.example",
                            "https://verify.example:",
                            "https://verify.example:0",
                            "https://verify.example:65536",
                            "https://verify.example:80a",
                            "https://verify..example",
                            "https://verify.example.",
                            "https://verify example",
                            " https://verify.example",
                            "https://verify.example\n",
                            "https://[::1",
                            "https://[marker]",
                            "null",
                            "*"}) {
    CAPTURE(wrong);
    const auto result = read({"--data", "d", "--public-url", wrong});
    REQUIRE(std::holds_alternative<EarlyExit>(result));
    const EarlyExit& exit = std::get<EarlyExit>(result);
    CHECK(exit.status == 2);
    CHECK(exit.text.find("--public-url: its value is not https://HOST[:PORT]") != exit.text.npos);
    CHECK(exit.text.find("marker") == exit.text.npos);
    CHECK(exit.text.find('\n') == exit.text.npos);
  }
}

}  // namespace countersign::public_url_test
