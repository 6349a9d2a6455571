// Logging in with a passkey.
#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "core/reviewer/challenge_purpose.h"
#include "tests/http/review/support/console.h"

namespace countersign::http::login_test {

using countersign::test::Authenticator;

void check_refused(const Answer& answer) {
  CHECK(answer.status == 403);
  CHECK(answer.code() == "SVC_REVIEW_LOGIN_FAILED");
  CHECK(answer.header("set-cookie").empty());
}

TEST_CASE("a passkey logs in, and the log has the login with its counter") {
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    Console console;
    Authenticator passkey(algorithm);
    passkey.counter = 7;
    console.anna(passkey);
    passkey.counter = 9;
    const Answer me = console.log_in(passkey);
    REQUIRE_MESSAGE(me.status == 200, me.body);
    CHECK(me["name"] == "Anna");
    CHECK(me["signing"] == "true");
    const std::string cookie = me.header("set-cookie");
    CHECK(cookie.find("; HttpOnly; SameSite=Strict;") != std::string::npos);
    CHECK(console.get("/review/api/me", Console::token_of(me)).status == 200);
    const auto reviewer = console.rig.data().queries().reviewer(ReviewerId(passkey.user_handle));
    REQUIRE((reviewer && *reviewer));
    CHECK((*reviewer)->passkeys.front().passkey.counter == 9);
    CHECK((*reviewer)->last_login_at.has_value());
  }
}

TEST_CASE("what is not this passkey's answer to this challenge logs nobody in") {
  const auto refused_with = [](auto bend) {
    Console console;
    Authenticator passkey;
    console.anna(passkey);
    bend(passkey);
    check_refused(console.log_in(passkey));
  };
  refused_with([](Authenticator& a) { a.origin = "http://localhost:8082"; });
  refused_with([](Authenticator& a) { a.relying_party = "example"; });
  refused_with([](Authenticator& a) { a.type = "webauthn.create"; });
  refused_with([](Authenticator& a) { a.flags = 0x01; });
  refused_with([](Authenticator& a) { a.flags = 0x04; });
  refused_with([](Authenticator& a) { a.user_handle = ""; });
  refused_with([](Authenticator& a) { a.user_handle = "rvw_AAAAAAAAAAAAAAAAAAAAAA"; });
  refused_with([](Authenticator& a) { a.user_handle = "../../etc/passwd"; });
}

TEST_CASE("a challenge is answered once, by whom it was for, in five minutes") {
  Console console;
  Authenticator passkey;
  console.anna(passkey);
  const Answer first = console.post("/review/api/login/begin", "{}");
  const Answer second = console.post("/review/api/login/begin", "{}");
  const std::string credential = passkey.assert_json(Console::challenge_of(first));
  check_refused(console.finish_login(second["ceremony"], credential));
  check_refused(console.finish_login("unknown", credential));
  CHECK(console.finish_login(first["ceremony"], credential).status == 200);
  check_refused(console.finish_login(first["ceremony"], credential));

  const Answer late = console.post("/review/api/login/begin", "{}");
  const std::string answered = passkey.assert_json(Console::challenge_of(late));
  console.rig.clock.move(std::chrono::minutes(5));
  check_refused(console.finish_login(late["ceremony"], answered));
}

TEST_CASE("a challenge says by its first byte what it is for, and is good for that alone") {
  Console console;
  Authenticator passkey;
  const auto made = console.add();
  passkey.user_handle = made.reviewer;
  const auto purpose_of = [](const std::string& challenge) {
    const auto bytes = from_base64url(challenge);
    REQUIRE(bytes.has_value());
    CHECK(bytes->size() == 33);
    return static_cast<ChallengePurpose>(bytes->front());
  };
  const std::string link = R"({"link":")" + made.code + "\"";
  const std::string of_link =
      Console::challenge_of(console.post("/review/api/register/begin", link + "}"));
  CHECK(purpose_of(of_link) == ChallengePurpose::Registration);
  // The same random bytes behind another purpose are another challenge.
  std::string bent = *from_base64url(of_link);
  bent.front() = static_cast<char>(ChallengePurpose::Login);
  const std::string bent_body =
      link + R"(,"credential":)" + passkey.register_json(to_base64url(bent)) + "}";
  check_refused(console.post("/review/api/register/finish", bent_body));
  REQUIRE(console.register_with(made.code, passkey).status == 200);
  const Answer begun = console.post("/review/api/login/begin", "{}");
  const std::string of_login = Console::challenge_of(begun);
  CHECK(purpose_of(of_login) == ChallengePurpose::Login);
  bent = *from_base64url(of_login);
  bent.front() = static_cast<char>(ChallengePurpose::Decision);
  check_refused(console.finish_login(begun["ceremony"], passkey.assert_json(to_base64url(bent))));
}

TEST_CASE("no number of begun logins makes anybody begin again") {
  Console console;
  Authenticator passkey;
  console.anna(passkey);
  const Answer begun = console.post("/review/api/login/begin", "{}");
  for (int address = 0; address < 100; ++address) {
    for (int i = 0; i < 60; ++i) {
      (void)console.rig.send({.method = Method::Post,
                              .path = "/review/api/login/begin",
                              .headers = Console::own_fields(),
                              .body = "{}",
                              .peer = "198.51.100." + std::to_string(address),
                              .console = true});
    }
  }
  const std::string credential = passkey.assert_json(Console::challenge_of(begun));
  CHECK(console.finish_login(begun["ceremony"], credential).status == 200);
}

TEST_CASE("an assertion logs in once, also of a passkey that counts nothing, of 32 at once") {
  Console console;
  Authenticator passkey;
  console.anna(passkey);
  const Answer begun = console.post("/review/api/login/begin", "{}");
  const std::string credential = passkey.assert_json(Console::challenge_of(begun));
  std::atomic<int> done{0};
  std::vector<std::thread> all;
  for (int i = 0; i < 32; ++i) {
    all.emplace_back([&] {
      if (console.finish_login(begun["ceremony"], credential).status == 200) ++done;
    });
  }
  for (std::thread& each : all) each.join();
  CHECK(done == 1);
  // A good answer that came too often in a short time is refused to its owner alone.
  SpentChallenges spent;
  const ReviewerId anna(passkey.user_handle);
  for (std::size_t i = 0; i < SpentChallenges::kOfOneReviewer; ++i) {
    CHECK(spent.spend(anna, "challenge " + std::to_string(i)));
  }
  CHECK_FALSE(spent.spend(anna, "one more"));
  CHECK(spent.spend(ReviewerId("rvw_AAAAAAAAAAAAAAAAAAAAAB"), "one more"));
}

TEST_CASE("a spent challenge is remembered for as long as it would be open") {
  MovedClock clock;
  SpentChallenges spent([&] { return clock.steady(); });
  const ReviewerId anna("rvw_AAAAAAAAAAAAAAAAAAAAAA");
  REQUIRE(spent.spend(anna, "a challenge"));
  clock.move(SealedChallenges::kLifetime - std::chrono::milliseconds(1));
  CHECK_FALSE(spent.spend(anna, "a challenge"));
  clock.move(std::chrono::milliseconds(1));
  CHECK(spent.spend(anna, "a challenge"));
}

TEST_CASE("a full line of one address refuses its logins with 503, and nobody else's") {
  Console console;
  Authenticator passkey;
  console.anna(passkey);
  FairPool& threads = console.rig.service().ceremony_threads;
  const ClientKey line("address 192.0.2.7");
  std::promise<void> gate;
  const std::shared_future<void> opened(gate.get_future());
  std::promise<void> begun_first;
  REQUIRE(threads.submit(line, [&begun_first, opened] {
    begun_first.set_value();
    opened.wait();
  }));
  begun_first.get_future().wait();
  while (threads.submit(line, [opened] { opened.wait(); })) {
  }
  const Answer refused = console.log_in(passkey);
  CHECK(refused.status == 503);
  CHECK(refused.code() == "SVC_UNAVAILABLE");
  const auto from_elsewhere = [&](const std::string& path, const std::string& body) {
    return console.rig.send({.method = Method::Post,
                             .path = path,
                             .headers = Console::own_fields(),
                             .body = body,
                             .peer = "203.0.113.9",
                             .console = true});
  };
  const Answer begun = from_elsewhere("/review/api/login/begin", "{}");
  const std::string body = R"({"ceremony":")" + begun["ceremony"] + R"(","credential":)" +
                           passkey.assert_json(Console::challenge_of(begun)) + "}";
  CHECK(from_elsewhere("/review/api/login/finish", body).status == 200);
  gate.set_value();
  while (threads.queued() > 0) std::this_thread::yield();
  CHECK(console.log_in(passkey).status == 200);
}

TEST_CASE("another's passkey of the same id does not log in") {
  Console console;
  Authenticator passkey;
  console.anna(passkey);
  Authenticator forged;
  forged.user_handle = passkey.user_handle;
  check_refused(console.log_in(forged));
}

TEST_CASE("a counter that goes back, or stands still, is refused; zeros are not counted") {
  Console console;
  Authenticator passkey;
  passkey.counter = 5;
  console.anna(passkey);
  check_refused(console.log_in(passkey));
  passkey.counter = 6;
  CHECK(console.log_in(passkey).status == 200);
  check_refused(console.log_in(passkey));
  passkey.counter = 0;
  check_refused(console.log_in(passkey));
  console.rig.restart();
  check_refused(console.log_in(passkey));

  Console other;
  Authenticator uncounted;
  other.anna(uncounted);
  CHECK(other.log_in(uncounted).status == 200);
  CHECK(other.log_in(uncounted).status == 200);
}

TEST_CASE("a disabled reviewer is logged out at once, and cannot log in") {
  Console console;
  Authenticator passkey;
  const std::string token = console.anna(passkey);
  CHECK(console.get("/review/api/me", token).status == 200);
  console.desk.done("reviewer disable", R"({"reviewer":")" + passkey.user_handle + "\"}");
  const Answer me = console.get("/review/api/me", token);
  CHECK(me.status == 401);
  CHECK(me.code() == "SVC_REVIEWER_LOGIN_REQUIRED");
  check_refused(console.log_in(passkey));
}

TEST_CASE("tries to log in are limited by address") {
  Console console;
  Answer answer;
  for (int i = 0; i < 100 && answer.status != 429; ++i) {
    answer = console.post("/review/api/login/begin", "{}");
  }
  CHECK(answer.status == 429);
  CHECK(!answer.header("retry-after").empty());
  // Another address may, and so may this one later.
  const Answer other = console.rig.send({.method = Method::Post,
                                         .path = "/review/api/login/begin",
                                         .headers = Console::own_fields(),
                                         .body = "{}",
                                         .peer = "192.0.2.8",
                                         .console = true});
  CHECK(other.status == 200);
  console.rig.clock.move(std::chrono::minutes(2));
  CHECK(console.post("/review/api/login/begin", "{}").status == 200);
}

TEST_CASE("who logs in again in the same browser has one login") {
  Console console;
  Authenticator passkey;
  const std::string first = console.anna(passkey);
  const Answer begun = console.post("/review/api/login/begin", "{}");
  const Answer me = console.post("/review/api/login/finish",
                                 R"({"ceremony":")" + begun["ceremony"] + R"(","credential":)" +
                                     passkey.assert_json(Console::challenge_of(begun)) + "}",
                                 first);
  CHECK(console.get("/review/api/me", Console::token_of(me)).status == 200);
  CHECK(console.get("/review/api/me", first).status == 401);
}

}  // namespace countersign::http::login_test
