// Counters of passkeys over logins, decisions and restarts: a copied authenticator is noticed.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::counter_test {

const char* const kStoodStill =
    "the passkey's counter of signatures is not above the one before: a copy of the passkey, or a "
    "repeated signature";

OwnedPasskey passkey_of(Cases& console, const Cases::Person& who) {
  const auto reviewer = console.rig.data().queries().reviewer(ReviewerId(who.id));
  REQUIRE((reviewer && *reviewer));
  return (*reviewer)->passkeys.front();
}

// Signs with this counter, in a login of the same passkey.
Answer decide_with(Cases& console,
                   Cases::Person& who,
                   const std::string& session,
                   std::uint32_t counter) {
  const Cases::Begun begun = console.begin(who, session, "PASSED");
  who.passkey.counter = counter;
  return console.send_decision(
      who, session, "PASSED", begun.seen, who.passkey.assert_json(begun.challenge));
}

void set_counter(DecisionSignature& signature, std::uint32_t counter) {
  std::string data = *from_base64url(signature.authenticator_data);
  for (unsigned i = 0; i < 4; ++i) data[33 + i] = static_cast<char>(counter >> (24 - 8 * i));
  signature.authenticator_data = to_base64url(data);
}

TEST_CASE("the counter of a decision is known after a restart") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  REQUIRE(decide_with(console, *anna, first, 7).status == 200);
  CHECK(passkey_of(console, *anna).passkey.counter == 7);
  console.rig.restart();
  // A copy of the authenticator, which does not know of the decision.
  for (const std::uint32_t counter : {0U, 1U, 6U, 7U}) {
    anna->passkey.counter = counter;
    CHECK(console.log_in(anna->passkey).code() == "SVC_REVIEW_LOGIN_FAILED");
  }
  anna->passkey.counter = 8;
  anna->token = Console::token_of(console.log_in(anna->passkey));
  CHECK(decide_with(console, *anna, second, 8).code() == "SVC_REVIEW_SIGNATURE_INVALID");
  CHECK(decide_with(console, *anna, second, 9).status == 200);
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
}

TEST_CASE("the account shows when a passkey was used last, and when its owner logged in") {
  Cases console(signed_only());
  const auto anna = console.person();
  const UtcTime registered = console.rig.clock.now();
  CHECK(passkey_of(console, *anna).last_used_at == registered);
  const auto shown = [&] {
    return console.desk.run("reviewer show", R"({"reviewer":")" + anna->id + "\"}").value();
  };
  CHECK(has(shown(), R"("lastLoginAt":")" + to_string(registered) + "\""));
  console.rig.clock.move(std::chrono::minutes(3));
  REQUIRE(console.decide(*anna, console.in_review(), "PASSED").status == 200);
  const std::string decided = to_string(console.rig.clock.now());
  CHECK(has(console.get("/review/api/me", anna->token).body, R"("lastUsedAt":")" + decided + "\""));
  CHECK(has(shown(), R"("lastLoginAt":")" + to_string(registered) + "\""));
}

TEST_CASE("the log alone shows a counter that did not go on") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  REQUIRE(decide_with(console, *anna, first, 5).status == 200);
  REQUIRE(decide_with(console, *anna, second, 9).status == 200);
  anna->passkey.counter = 12;
  REQUIRE(console.log_in(anna->passkey).status == 200);
  // Boss's authenticator does not count.
  REQUIRE(console
              .send_decision(*boss,
                             first,
                             "FAILED",
                             console.begin(*boss, first, "FAILED", "correction").seen,
                             boss->passkey.assert_json(
                                 console.begin(*boss, first, "FAILED", "correction").challenge),
                             "correction")
              .status == 200);
  REQUIRE(console.log_in(boss->passkey).status == 200);
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());

  const auto fault_of_login = [&](std::uint32_t counter) {
    return audited(console,
                   [&](RecordedEvent& recorded) {
                     auto* login = std::get_if<ReviewerLoggedIn>(&recorded.event);
                     if (login != nullptr && login->passkey == anna->passkey.id())
                       login->counter = counter;
                   })
        .fault;
  };
  CHECK(fault_of_login(10).empty());
  CHECK(fault_of_login(9) == kStoodStill);
  CHECK(fault_of_login(0) == kStoodStill);
  // The counter that the passkey was registered with, above that of the first decision.
  CHECK(audited(console, [&](RecordedEvent& recorded) {
          auto* added = std::get_if<ReviewerKeyAdded>(&recorded.event);
          if (added != nullptr) added->passkey.counter = 5;
        }).fault == kStoodStill);
  // A signature that is wrong is named as that.
  CHECK(audited(console, [&](RecordedEvent& recorded) {
          auto* decided = std::get_if<ReviewDecided>(&recorded.event);
          if (decided != nullptr) set_counter(*decided->signature, 3);
        }).fault == "the signature is not the reviewer's of this decision");
}

}  // namespace countersign::http::counter_test
