#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// Links and handoffs over the real server.
namespace countersign::tests::joining_test {

constexpr const char* kOrigin = "http://localhost:8080";

ServerOptions with_public_url() {
  return {.flags = {std::string("--public-url=") + kOrigin, "--auth-failure-rate=10000/1s"}};
}

std::string code_in(const std::string& url) { return url.substr(url.find("#c=") + 3); }

Answer redeem(const RunningServer& server,
              const std::string& code,
              std::optional<std::int64_t> number = std::nullopt,
              HeaderList headers = {}) {
  std::string body = "{\"code\":\"" + code + "\"";
  if (number) body += ",\"number\":" + std::to_string(*number);
  headers.emplace_back("Content-Type", "application/json");
  return server.ask({"POST", "/api/sdk/redeem", std::move(headers), body + "}"});
}

struct Offer {
  std::string code;
  std::int64_t number = 0;
};

Offer offer_of(const Device& device) {
  const Answer answer = device.send("POST", "/api/sdk/handoff");
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  const Json offer(answer.body);
  return {offer.text("/code"), offer.number("/number")};
}

struct Link {
  std::string session;
  std::string token;
  std::string code;
};

Link create_with_link(const Backend& backend, std::string_view more = {}) {
  const Answer created = backend.create("DOCUMENT_VERIFICATION", more);
  REQUIRE_MESSAGE(created.status == 200, created.body);
  const Json json(created.body);
  REQUIRE(json.text("/captureUrl").starts_with(std::string(kOrigin) + "/capture#c="));
  return {json.text("/sessionId"), json.text("/sessionToken"), code_in(json.text("/captureUrl"))};
}

void restart(RunningServer& server) {
  REQUIRE(server.stop() == 0);
  server.start();
}

TEST_CASE("a link's token is good after a restart, and after all views were folded again") {
  RunningServer server(with_public_url());
  const Credentials client = server.add_client("shop");
  const Link link = create_with_link(Backend(server.port(), client));
  const Answer first = redeem(server, link.code);
  REQUIRE(first.status == 200);
  restart(server);
  const Answer second = redeem(server, link.code);
  REQUIRE(second.status == 200);
  const std::string token = Json(second.body).text("/sessionToken");

  restart(server);
  REQUIRE(server.operate({"projections", "rebuild"}).status == 0);
  const Device device(server.port(), token);
  CHECK(Json(device.status().body).dump("/handedOff") == "false");
  for (const std::string& older : {link.token, Json(first.body).text("/sessionToken")}) {
    const Device lost(server.port(), older);
    CHECK(Json(lost.status().body).is_true("/handedOff"));
    check_problem(lost.finalize(), 409, "SVC_HANDED_OFF");
    check_problem(lost.challenge("document"), 409, "SVC_HANDED_OFF");
  }
  CHECK(Json(device.pass_document().body).is_true("/ok"));
  check_problem(redeem(server, link.code), 401, "SVC_SESSION_INVALID");
  CHECK(device.finalize().status == 200);
  CHECK(server.operate({"log", "verify"}).status == 0);
  const std::string timeline = Backend(server.port(), client).timeline(link.session).body;
  CHECK(timeline.find("DeviceJoined") != std::string::npos);
}

TEST_CASE("a page of the server's own origin captures in a session with an allow-list") {
  const RunningServer server(with_public_url());
  const Backend backend(server.port(), server.add_client("shop"));
  const Link link = create_with_link(backend, R"("originAllowlist":["https://shop.example"])");
  check_problem(redeem(server, link.code, std::nullopt, {{"Origin", "https://evil.example"}}),
                403,
                "SVC_ORIGIN_NOT_ALLOWED");
  const Answer redeemed = redeem(server, link.code, std::nullopt, {{"Origin", kOrigin}});
  REQUIRE(redeemed.status == 200);
  CHECK(redeemed.header("access-control-allow-origin") == kOrigin);
  const Device device(server.port(), Json(redeemed.body).text("/sessionToken"));
  const Answer status = device.send("GET", "/api/sdk/status", {{"Origin", kOrigin}});
  CHECK(status.status == 200);
  CHECK(status.header("access-control-allow-origin") == kOrigin);
  check_problem(device.send("GET", "/api/sdk/status", {{"Origin", "http://localhost:8081"}}),
                403,
                "SVC_ORIGIN_NOT_ALLOWED");
  const Answer preflight = server.ask({"OPTIONS", "/api/sdk/redeem", {{"Origin", kOrigin}}});
  CHECK(preflight.status == 204);
  CHECK(preflight.header("access-control-allow-methods").find("POST") != std::string::npos);
}

TEST_CASE("a phone goes on where the desktop was, and the desktop follows") {
  RunningServer server(with_public_url());
  const Credentials client = server.add_client("shop");
  const OpenSession session = Backend(server.port(), client).open("FULL_CAPTURE");
  const Device desktop(server.port(), session.token);
  CHECK(Json(desktop.pass_document().body).is_true("/ok"));
  const Offer offer = offer_of(desktop);
  restart(server);

  const Json asked(redeem(server, offer.code).body);
  CHECK(asked.is_null("/sessionToken"));
  REQUIRE(asked.size("/numbers") == 3);
  const Answer joined = redeem(server, offer.code, offer.number);
  REQUIRE(joined.status == 200);
  check_problem(redeem(server, offer.code, offer.number), 401, "SVC_SESSION_INVALID");
  const Device phone(server.port(), Json(joined.body).text("/sessionToken"));
  const Device same_desktop(server.port(), session.token);
  CHECK(Json(phone.pass_liveness().body).is_true("/ok"));
  const Json status(same_desktop.status().body);
  CHECK(status.is_true("/handedOff"));
  CHECK(status.text("/currentStep") == "FINALIZE");
  check_problem(same_desktop.finalize(), 409, "SVC_HANDED_OFF");
  CHECK(phone.finalize().status == 200);
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE("a wrong number, another server's code and an old code are one and the same 401") {
  ServerOptions options = with_public_url();
  const TempFolder clock;
  const std::filesystem::path file = clock.path() / "clock";
  std::ofstream(file) << "+0s";
  options.clock_file = file;
  const RunningServer server(options);
  const Backend backend(server.port(), server.add_client("shop"));
  const Device desktop(server.port(), backend.open("LIVENESS").token);
  const Offer offer = offer_of(desktop);
  const Json asked(redeem(server, offer.code).body);
  std::int64_t wrong = asked.number("/numbers/0");
  if (wrong == offer.number) wrong = asked.number("/numbers/1");
  check_problem(redeem(server, offer.code, wrong), 401, "SVC_SESSION_INVALID");
  check_problem(redeem(server, offer.code, offer.number), 401, "SVC_SESSION_INVALID");

  const RunningServer other(with_public_url());
  const Link foreign = create_with_link(Backend(other.port(), other.add_client("shop")));
  check_problem(redeem(server, foreign.code), 401, "SVC_SESSION_INVALID");

  const Offer late = offer_of(desktop);
  std::ofstream(file) << "+121s";
  check_problem(redeem(server, late.code, late.number), 401, "SVC_SESSION_INVALID");
  const Offer next = offer_of(desktop);
  CHECK(redeem(server, next.code, next.number).status == 200);
}

TEST_CASE("of 64 devices that redeem one handoff at once, one has the session") {
  const RunningServer server(
      {.flags = {std::string("--public-url=") + kOrigin, "--device-rate=100000/1m"}});
  const Backend backend(server.port(), server.add_client("shop"));
  const Device desktop(server.port(), backend.open("LIVENESS").token);
  const Offer offer = offer_of(desktop);
  std::vector<Answer> answers(64);
  std::vector<std::thread> threads;
  for (Answer& answer : answers) {
    threads.emplace_back([&] { answer = redeem(server, offer.code, offer.number); });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<std::string> tokens;
  for (const Answer& answer : answers) {
    if (answer.status == 200) {
      tokens.push_back(Json(answer.body).text("/sessionToken"));
    } else if (answer.status != 429) {  // the rate of failed authentication of the address
      check_problem(answer, 401, "SVC_SESSION_INVALID");
    }
  }
  REQUIRE(tokens.size() == 1);
  CHECK(Json(Device(server.port(), tokens[0]).status().body).dump("/handedOff") == "false");
}

TEST_CASE("no code and no token is in the operator's log or in a file of the data folder") {
  RunningServer server({.flags = {std::string("--public-url=") + kOrigin, "--log-level=debug"}});
  const Backend backend(server.port(), server.add_client("shop"));
  const Link link = create_with_link(backend);
  const Answer redeemed = redeem(server, link.code);
  const Device device(server.port(), Json(redeemed.body).text("/sessionToken"));
  const Offer offer = offer_of(device);
  const Answer joined = redeem(server, offer.code, offer.number);
  REQUIRE(joined.status == 200);
  REQUIRE(server.stop() == 0);
  std::string written = server.operator_log();
  CHECK(written.find("/api/sdk/redeem") != std::string::npos);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(server.data())) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    written.append(std::istreambuf_iterator<char>(file), {});
  }
  for (const std::string& secret : {link.code,
                                    link.token,
                                    offer.code,
                                    Json(redeemed.body).text("/sessionToken"),
                                    Json(joined.body).text("/sessionToken")}) {
    CHECK(written.find(secret) == std::string::npos);
  }
}

}  // namespace countersign::tests::joining_test
