#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "http/limits/rate_limiter.h"
#include "tests/http/support/joining_calls.h"

// How often a link may be used, and by whom.
namespace countersign::http::link_uses_test {

struct Created {
  std::string session;
  std::string token;
  std::string code;
};

Created created_by(Rig& rig) {
  const Answer created = rig.create(rig.add_client());
  REQUIRE_MESSAGE(created.status == 200, created.body);
  return {created["sessionId"], created["sessionToken"], code_in(created["captureUrl"])};
}

TEST_CASE("a flood of redemptions neither uses a link up nor keeps the person out") {
  ServiceSettings settings = with_public_origin();
  settings.device_rate = Rate{10, 60'000};  // in bursts of two
  Rig rig(settings);
  const Created created = created_by(rig);
  const auto redeem_from = [&](const std::string& peer) {
    Rig::Request request = redemption(created.code);
    request.peer = peer;
    return rig.send(request);
  };
  // One address gets so many tokens, and takes nothing from the person at another one.
  std::size_t taken = 0;
  Answer last = redeem_from("198.51.100.7");
  for (; last.status == 200; ++taken) last = redeem_from("198.51.100.7");
  CHECK(taken == burst_of(settings.device_rate));
  CHECK(last.code() == "SVC_RATE_LIMITED");
  CHECK_FALSE(last.header("Retry-After").empty());
  CHECK(redeem_from("192.0.2.7").status == 200);

  // Many addresses get more tokens than a session remembers.
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < 2 * kTokensMax; ++i) {
    const Answer answer = redeem_from(fmt::format("203.0.113.{}", i));
    REQUIRE(answer.status == 200);
    tokens.push_back(answer["sessionToken"]);
  }
  CHECK(rig.status(tokens[0]).code() == "SVC_SESSION_INVALID");
  CHECK(rig.status(tokens[tokens.size() - 2])["handedOff"] == "true");
  CHECK(rig.status(created.token)["handedOff"] == "true");
  const Answer person = redeem_from("192.0.2.7");
  REQUIRE(person.status == 200);
  rig.restart();
  CHECK(rig.document(person["sessionToken"], good_image())["ok"] == "true");
  CHECK(redeem_from("192.0.2.99").code() == "SVC_SESSION_INVALID");
}

TEST_CASE("a link that is only fetched is not spent") {
  Rig rig(with_public_origin());
  const Created created = created_by(rig);
  for (const Method method : {Method::Get, Method::Head}) {
    for (const char* path :
         {"/capture", "/capture?c=", "/api/sdk/redeem", "/api/sdk/redeem?code="}) {
      std::string target = path;
      if (target.ends_with('=')) target += created.code;
      CHECK(rig.send({.method = method, .path = target}).body.find("svct_") == std::string::npos);
    }
  }
  CHECK(events_of<DeviceJoined>(rig, created.session).empty());
  CHECK(rig.status(created.token)["handedOff"] == "false");
  CHECK(rig.send(redemption(created.code)).status == 200);
}

}  // namespace countersign::http::link_uses_test
