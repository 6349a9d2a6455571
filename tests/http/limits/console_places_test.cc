// Waiting calls of one caller leave places of the console to other callers.
#include "http/limits/console_places.h"

#include <memory>
#include <string>
#include <vector>

#include "tests/http/review/support/busy_pool.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::console_places_test {

using countersign::test::Authenticator;

using Calls = std::vector<std::shared_ptr<KeptExchange>>;

std::shared_ptr<KeptExchange> ask(Console& console,
                                  const std::string& token,
                                  const std::string& path = "/review/api/queue") {
  return console.rig.begin({.method = Method::Get,
                            .path = path,
                            .headers = Console::with(Console::reading_fields(), token),
                            .console = true});
}

// A passkey's answer to a challenge, that comes from an address.
std::shared_ptr<KeptExchange> logs_in(Console& console,
                                      const Authenticator& passkey,
                                      const std::string& address) {
  const Answer begun = console.post("/review/api/login/begin", "{}");
  const std::string credential = passkey.assert_json(Console::challenge_of(begun));
  return console.rig.begin(
      {.method = Method::Post,
       .path = "/review/api/login/finish",
       .headers = Console::own_fields(),
       .body = R"({"ceremony":")" + begun["ceremony"] + R"(","credential":)" + credential + "}",
       .peer = address,
       .console = true});
}

TEST_CASE("calls of one reviewer that wait are few, and leave places to another's") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  Calls waiting;
  {
    const BusyPool reads(console.rig.service().reads, 2);
    for (auto call = ask(console, anna->token); !call->answered();
         call = ask(console, anna->token)) {
      waiting.push_back(call);
      REQUIRE(waiting.size() <= ConsolePlaces::kReviewersEach);
    }
    const Answer refused = ask(console, anna->token)->wait();
    CHECK(refused.status == 503);
    CHECK(refused.code() == "SVC_UNAVAILABLE");
    CHECK(waiting.size() == ConsolePlaces::kReviewersEach);
    waiting.push_back(ask(console, bert->token));
    CHECK_FALSE(waiting.back()->answered());
    CHECK(ask(console, bert->token, "/review/api/me")->wait().status == 200);
  }
  for (const auto& call : waiting) CHECK(call->wait().status == 200);
  CHECK(console.get("/review/api/queue", anna->token).status == 200);
  CHECK(console.rig.service().review.places.reviewers.taken() == 0);
}

TEST_CASE("logins by passkey that wait leave places to another address, and to who is logged in") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  Calls waiting;
  {
    const BusyPool ceremonies(console.rig.service().ceremony_threads, 2);
    for (auto call = logs_in(console, anna->passkey, "203.0.113.1"); !call->answered();
         call = logs_in(console, anna->passkey, "203.0.113.1")) {
      waiting.push_back(call);
      REQUIRE(waiting.size() <= ConsolePlaces::kEntryEach);
    }
    CHECK(logs_in(console, anna->passkey, "203.0.113.1")->wait().status == 503);
    CHECK(waiting.size() == ConsolePlaces::kEntryEach);
    waiting.push_back(logs_in(console, bert->passkey, "203.0.113.2"));
    CHECK_FALSE(waiting.back()->answered());
    CHECK(console.rig.service().review.places.reviewers.taken() == 0);
    CHECK(console.get("/review/api/queue", bert->token).status == 200);
  }
  for (const auto& call : waiting) CHECK(call->wait().status != 503);
  CHECK(waiting.back()->wait().status == 200);
  CHECK(console.rig.service().review.places.entry.taken() == 0);
}

}  // namespace countersign::http::console_places_test
