#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "tests/programs/support/json.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"
#include "tools/options/settings.h"

// The reviewers' console: its settings, its listener, and the command that lets people in.
namespace countersign::tests::console_test {

std::variant<ServerSettings, EarlyExit> read(std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"--data", "d"});
  return read_settings(flags, [](const std::string&) { return std::nullopt; });
}

ServerSettings settings_of(const std::vector<std::string>& flags) {
  const auto result = read(flags);
  if (const auto* exit = std::get_if<EarlyExit>(&result)) FAIL(exit->text);
  return std::get<ServerSettings>(result);
}

std::string refusal_of(const std::vector<std::string>& flags) {
  const auto result = read(flags);
  REQUIRE(std::holds_alternative<EarlyExit>(result));
  CHECK(std::get<EarlyExit>(result).status == 2);
  return std::get<EarlyExit>(result).text;
}

TEST_CASE("there is no console unless it is asked for, and a port alone is of this machine") {
  CHECK_FALSE(settings_of({}).service.review.has_value());
  const ServerSettings local = settings_of({"--review-listen", "8081"});
  CHECK(local.console.listen == "127.0.0.1:8081");
  REQUIRE(local.service.review.has_value());
  CHECK(local.service.review->origin == "http://localhost:8081");
  CHECK(local.service.review->relying_party == "localhost");
  const ServerSettings named =
      settings_of({"--review-listen", "10.0.0.7:443", "--review-url", "https://review.example"});
  CHECK(named.console.listen == "10.0.0.7:443");
  CHECK(named.service.review->origin == "https://review.example");
}

TEST_CASE("a console where no passkey can be is refused with the reason") {
  const auto says = [](const std::vector<std::string>& flags, const std::string& part) {
    CHECK(refusal_of(flags).find(part) != std::string::npos);
  };
  says({"--review-url", "https://review.example"}, "--review-url needs --review-listen");
  says({"--review-listen", "8081", "--review-url", "http://127.0.0.1:8081"},
       "--review-url names an address, and a browser makes passkeys for host names alone");
  says({"--review-listen", "8081", "--review-url", "http://review.example"},
       "--review-url must be");
  says({"--review-listen", "localhost"}, "--review-listen must be HOST:PORT or PORT");
  says({"--review-listen", "0"}, "--review-listen with port 0 needs --review-url");
}

TEST_CASE("a server with a console serves its page there alone, and prints a reviewer's link") {
  const ReservedPort port;
  const std::string number = std::to_string(port.number());
  RunningServer server({.flags = {"--review-listen", number}});
  const Answer page = exchange(port.number(), {.path = "/review"});
  CHECK((page.status == 200 || page.status == 404));  // 404: built without pages
  const std::vector<std::pair<std::string, std::string>> own{{"X-Countersign-Review", "1"}};
  CHECK(exchange(port.number(), {.path = "/review/api/me", .headers = own}).status == 401);
  CHECK(exchange(port.number(), {.path = "/review/api/me"}).status == 403);
  CHECK(exchange(port.number(), {.path = "/api/sdk/status"}).status == 404);
  CHECK(server.ask({.path = "/review/api/me"}).status == 404);

  const Finished added = server.operate({"reviewer", "add", "Anna", "--role", "supervisor"});
  CHECK(added.status == 0);
  CHECK(added.out.find("http://localhost:" + number + "/review#register=rvw_") !=
        std::string::npos);
  CHECK(server.operate({"reviewer", "list"}).out.find("Anna") != std::string::npos);
  CHECK(server.operate({"reviewer", "add", "Ben", "--role", "king"}).status == 2);
  CHECK(server.operate({"reviewer", "add", "Ben", "--role", "operator:svck_a"}).status == 2);
  CHECK(server.operate({"reviewer", "add", "Olga", "--role", "operator"}).status == 0);
  CHECK(server.operate({"reviewer", "list"}).out.find("operator") != std::string::npos);
  CHECK(server.stop() == 0);
  // Without a server the same works on the folder, without an address.
  const Finished offline = server.operate({"reviewer", "add", "Ben", "--role", "auditor"});
  CHECK(offline.status == 0);
  CHECK(offline.out.find("/review#register=") == std::string::npos);
}

// Begins a registration with the link from the answer to `reviewer add` or `reviewer link`.
std::string register_begin(std::uint16_t console, const Json& shown) {
  const Answer begun = exchange(console,
                                {.method = "POST",
                                 .path = "/review/api/register/begin",
                                 .headers = {{"Origin", "http://localhost:8081"},
                                             {"X-Countersign-Review", "1"},
                                             {"Content-Type", "application/json"}},
                                 .body = R"({"link":")" + shown.text("/code") + R"("})"});
  return begun.status == 200 ? Json(begun.body).text("/name") : std::to_string(begun.status);
}

TEST_CASE("a restored server has the reviewers, their links and the webhooks' keys, and no name") {
  const ReservedPort port;
  const Arguments console{
      "--review-listen", std::to_string(port.number()), "--review-url", "http://localhost:8081"};
  RunningServer server({.flags = console});
  const auto run = [](const Finished& finished) {
    REQUIRE_MESSAGE(finished.status == 0, finished.err);
    return Json(finished.out);
  };
  const Credentials client = server.add_client("shop");
  const Json anna =
      run(server.operate({"reviewer", "add", "Anna", "--role", "reviewer", "--json"}));
  const std::string id = anna.text("/reviewer");
  const std::string webhook =
      run(server.operate({"webhook", "add", client.key, "https://shop.example/hook", "--json"}))
          .text("/id");
  const std::string key =
      run(server.operate({"webhook", "show", client.key, webhook, "--json"})).text("/publicKey");
  const std::filesystem::path backups = server.folder() / "backups";
  run(server.operate({"backup", "create", backups, "--json"}));
  CHECK(register_begin(port.number(), anna) == "Anna");
  CHECK(server.stop() == 0);

  const std::filesystem::path restored = server.folder() / "restored";
  run(operate_on(restored, {"backup", "restore", backups, "--keys", server.data(), "--json"}));
  Arguments flags = console;
  flags.push_back("--master-key-file=" + server.data().string() + ".master.key");
  flags.push_back("--signing-key-file=" + server.data().string() + ".signing.key");
  Program again(server_command(restored, flags), {}, server.folder() / "operator.restored.log");
  served_port(again);
  const auto ask = [&](Arguments arguments) {
    arguments.push_back("--json");
    return run(operate_on(restored, arguments));
  };
  // Without a client: those of all.
  const Json listed = ask({"webhook", "list"});
  CHECK(listed.text("/webhooks/0/id") == webhook);
  CHECK(listed.text("/webhooks/0/clientKey") == client.key);
  CHECK(listed.text("/webhooks/0/publicKey") == key);
  CHECK(ask({"webhook", "list", client.key}).text("/webhooks/0/publicKey") == key);
  CHECK(ask({"reviewer", "show", id}).text("/name") == "");
  CHECK(register_begin(port.number(), anna) == "");
  ask({"reviewer", "change", id, "--name", "Anna"});
  CHECK(register_begin(port.number(), anna) == "Anna");
}

}  // namespace countersign::tests::console_test
