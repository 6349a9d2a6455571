// Attacks on a case by a stranger, or by a reviewer who means harm.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::attack_test {

// The client's own back office decides.
Answer decide_as_client(Cases& console, const std::string& session) {
  return console.rig.send({.method = Method::Post,
                           .path = "/api/svc/session/" + session + "/review",
                           .headers = {{"x-svc-client-key", console.client.key},
                                       {"x-svc-client-secret", console.client.secret},
                                       {"content-type", "application/json"}},
                           .body = R"({"decision":"FAILED","reasons":["OTHER"]})"});
}

std::string sound_log(Cases& console) {
  return audited(console, [](RecordedEvent&) {}).fault;
}

TEST_CASE("a decision of the client's while a reviewer signs is the one that counts") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  REQUIRE(console.act(*anna, id, "/claim").status == 200);
  const Cases::Begun begun = console.begin(*anna, id, "PASSED");
  REQUIRE(decide_as_client(console, id).status == 200);
  ++anna->passkey.counter;
  const std::string credential = anna->passkey.assert_json(begun.challenge);
  CHECK(console.send_decision(*anna, id, "PASSED", begun.seen, credential).code() ==
        "SVC_REVIEW_NOT_PENDING");
  CHECK(console.session(id).review.decision == ReviewDecision::Failed);
  CHECK(console.act(*anna, id, "/release").status == 200);
  CHECK(sound_log(console).empty());
}

TEST_CASE("the client and a reviewer who decide at once: one wins, and the other is told") {
  Cases console;
  const auto anna = console.person();
  for (int round = 0; round < 5; ++round) {
    const std::string id = console.in_review();
    const std::uint64_t seen = console.head();
    std::atomic<int> won{0};
    std::atomic<int> told{0};
    const auto note = [&](const Answer& answer) {
      if (answer.status == 200) ++won;
      if (answer.code() == "SVC_REVIEW_NOT_PENDING") ++told;
    };
    std::thread client([&] { note(decide_as_client(console, id)); });
    std::thread reviewer([&] { note(console.send_decision(*anna, id, "PASSED", seen)); });
    client.join();
    reviewer.join();
    CHECK(won == 1);
    CHECK(told == 1);
  }
  CHECK(sound_log(console).empty());
}

TEST_CASE("a claim that lapses between look and decision leaves the case to whoever takes it") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  REQUIRE(console.act(*anna, id, "/claim").status == 200);
  REQUIRE(console.look(*anna, id).status == 200);
  console.rig.clock.move(std::chrono::minutes(15));
  // Nobody has taken it: it is Anna's to decide still.
  const std::uint64_t seen = console.head();
  REQUIRE(console.act(*bert, id, "/claim").status == 200);
  CHECK(console.send_decision(*anna, id, "PASSED", seen).code() == "SVC_REVIEW_CLAIMED");
  REQUIRE(console.decide(*bert, id, "FAILED").status == 200);
  CHECK(console.send_decision(*anna, id, "PASSED", seen).code() == "SVC_REVIEW_NOT_PENDING");
  const std::string other = console.in_review();
  REQUIRE(console.act(*anna, other, "/claim").status == 200);
  console.rig.clock.move(std::chrono::minutes(15));
  CHECK(console.decide(*anna, other, "PASSED").status == 200);
  CHECK(sound_log(console).empty());
}

TEST_CASE("an assertion is good for one decision, also of a passkey that counts nothing") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  const std::string second = console.in_review();
  const auto sign = [&](const Cases::Begun& begun) {
    return boss->passkey.assert_json(begun.challenge);
  };
  const Cases::Begun begun = console.begin(*boss, id, "PASSED");
  const std::string credential = sign(begun);
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  const Cases::Begun corrected = console.begin(*boss, id, "FAILED", "correction");
  const std::string correction = sign(corrected);
  const auto correct = [&](const std::string& session) {
    return console.send_decision(
        *boss, session, "FAILED", corrected.seen, correction, "correction");
  };
  REQUIRE(correct(id).status == 200);
  console.rig.restart();
  boss->token = Console::token_of(console.log_in(boss->passkey));
  CHECK(correct(id).code() == "SVC_REVIEW_OPINION_GIVEN");
  CHECK(console.send_decision(*boss, id, "PASSED", begun.seen, credential).code() ==
        "SVC_REVIEW_NOT_PENDING");
  CHECK(console.send_decision(*boss, second, "PASSED", begun.seen, credential).status == 403);
  CHECK(console.send_decision(*boss, id, "PASSED", begun.seen, credential, "correction").status !=
        200);
  CHECK(console.all_of<ReviewDecided>(second).empty());
  CHECK(console.all_of<ReviewCorrected>(id).size() == 1);
  CHECK(sound_log(console).empty());
}

TEST_CASE("two decisions that one passkey signs at once with one counter are one") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  const Cases::Begun of_first = console.begin(*anna, first, "PASSED");
  const Cases::Begun of_second = console.begin(*anna, second, "PASSED");
  ++anna->passkey.counter;
  const std::string signed_first = anna->passkey.assert_json(of_first.challenge);
  const std::string signed_second = anna->passkey.assert_json(of_second.challenge);
  std::atomic<int> won{0};
  std::thread one([&] {
    if (console.send_decision(*anna, first, "PASSED", of_first.seen, signed_first).status == 200) {
      ++won;
    }
  });
  std::thread other([&] {
    if (console.send_decision(*anna, second, "PASSED", of_second.seen, signed_second).status ==
        200) {
      ++won;
    }
  });
  one.join();
  other.join();
  CHECK(won == 1);
  CHECK(sound_log(console).empty());
}

TEST_CASE("a note with characters that move or turn a text is refused") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  for (const char* bad : {R"(a\u0000b)",
                          R"(a\u001b[2Jb)",
                          R"(a\u007fb)",
                          R"(a\u0085b)",
                          R"(a\u202eb)",
                          R"(a\u2066b)",
                          R"(\ud800)"}) {
    CAPTURE(bad);
    CHECK(console
              .send_decision(*anna,
                             id,
                             "PASSED",
                             console.head(),
                             "null",
                             "decision",
                             R"(,"note":")" + std::string(bad) + "\"")
              .status == 400);
  }
  CHECK(console.all_of<ReviewDecided>(id).empty());
  CHECK(console
            .send_decision(*anna,
                           id,
                           "PASSED",
                           console.head(),
                           "null",
                           "decision",
                           R"(,"note":"a line\nand\tanother, مرحبا")")
            .status == 200);
}

}  // namespace countersign::http::attack_test
