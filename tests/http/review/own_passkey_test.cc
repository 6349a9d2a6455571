// Whoever has a passkey adds and revokes others by a signature of one that is there.
#include <functional>
#include <string>
#include <utility>
#include <variant>

#include "events/crypto/sha256.h"
#include "http/secrets/reviewer_link.h"
#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::own_passkey_test {

using countersign::test::Authenticator;

constexpr const char* kKeys = "/review/api/me/keys/";

// The page at Anna's computer, and its calls.
class Page {
 public:
  Page(Cases& console, std::string token) : console_(console), token_(std::move(token)) {}

  Answer post(const std::string& call, const std::string& body = "{}") {
    return console_.post(kKeys + call, body, token_);
  }
  // The new passkey's answer to a challenge of its own.
  std::string registered(const Authenticator& made) {
    return made.register_json(Console::challenge_of(post("begin")));
  }
  Answer state(const std::string& credential) {
    return post("statement", R"({"credential":)" + credential + "}");
  }
  Answer finish(const std::string& credential, const std::string& confirmation = "") {
    return post("finish",
                R"({"credential":)" + credential +
                    (confirmation.empty() ? "" : R"(,"confirmation":)" + confirmation) + "}");
  }
  Answer add(const Authenticator& made, Authenticator& signer) {
    const std::string credential = registered(made);
    const std::string challenge = Console::challenge_of(state(credential));
    ++signer.counter;
    return finish(credential, signer.assert_json(challenge));
  }
  Answer revoke(const Authenticator& revoked, const std::string& assertion) {
    return post(revoked.id() + "/revoke", R"({"credential":)" + assertion + "}");
  }
  std::string revocation(const Authenticator& revoked) {
    return Console::challenge_of(post(revoked.id() + "/revoke/begin"));
  }

 private:
  Cases& console_;
  const std::string token_;
};

void check_unsigned(const Answer& answer) {
  CHECK(answer.status == 403);
  CHECK(answer.code() == "SVC_REVIEW_SIGNATURE_INVALID");
}

Reviewer reviewer_of(Cases& console, const std::string& id) {
  const auto found = console.rig.data().queries().reviewer(ReviewerId(id));
  REQUIRE((found && *found));
  return **found;
}

std::string sound_log(Cases& console) {
  return audited(console, [](RecordedEvent&) {}).fault;
}

TEST_CASE("a login alone adds no passkey: one that is there signs for it") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto bert = console.person("bert");
  Page page(console, anna->token);
  Authenticator made(PasskeyAlgorithm::EdDsa, "of a thief");
  made.user_handle = anna->id;
  const std::string credential = page.registered(made);
  check_unsigned(page.finish(credential));
  const Answer stated = page.state(credential);
  const std::string challenge = Console::challenge_of(stated);
  CHECK(has(stated["statement"], "\nreviewer " + anna->id + "\nact add\npasskey " + made.id()));
  // By the new passkey itself, by another's, over another challenge, over another passkey.
  check_unsigned(page.finish(credential, made.assert_json(challenge)));
  ++bert->passkey.counter;
  check_unsigned(page.finish(credential, bert->passkey.assert_json(challenge)));
  ++anna->passkey.counter;
  const Answer login = console.post("/review/api/login/begin", "{}");
  check_unsigned(page.finish(credential, anna->passkey.assert_json(Console::challenge_of(login))));
  const Authenticator other(PasskeyAlgorithm::Es256, "another");
  const std::string of_other = Console::challenge_of(page.state(page.registered(other)));
  check_unsigned(page.finish(credential, anna->passkey.assert_json(of_other)));
  CHECK(reviewer_of(console, anna->id).passkeys.size() == 1);
  // Also the statement of Anna's is none of Bert's.
  Page of_bert(console, bert->token);
  check_unsigned(of_bert.finish(of_bert.registered(made), anna->passkey.assert_json(challenge)));

  ++anna->passkey.counter;
  const Answer me = page.finish(credential, anna->passkey.assert_json(challenge));
  REQUIRE_MESSAGE(me.status == 200, me.body);
  CHECK(has(me["keys"], R"("by":"PASSKEY")"));
  CHECK(has(me["keys"], R"("by":"LINK")"));
  const Reviewer now = reviewer_of(console, anna->id);
  REQUIRE(now.passkeys.size() == 2);
  CHECK(now.passkeys.back().by == KeyWord::Passkey);
  CHECK(now.passkeys.front().passkey.counter == anna->passkey.counter);
  // The new one logs in, and adds a further one.
  Page later(console, Console::token_of(console.log_in(made)));
  CHECK(later.add(other, made).status == 200);
  const Audited log = audited(console, [](RecordedEvent&) {});
  CHECK(log.fault == "");
  CHECK(log.counts.passkeys.by_passkeys == 2);
  CHECK(log.counts.passkeys.by_links == 2);
}

TEST_CASE("a login alone revokes no passkey") {
  Cases console(signed_only());
  const auto anna = console.person();
  Page page(console, anna->token);
  Authenticator second(PasskeyAlgorithm::EdDsa, "the second");
  second.user_handle = anna->id;
  REQUIRE(page.add(second, anna->passkey).status == 200);
  CHECK(page.post(anna->passkey.id() + "/revoke/begin").status == 409);
  CHECK(page.post("AAAA/revoke/begin").status == 404);
  CHECK(page.post(second.id() + "/revoke").status == 400);
  const std::string challenge = page.revocation(second);
  const Authenticator stranger(PasskeyAlgorithm::Es256, "a credential's id");
  check_unsigned(page.revoke(second, stranger.assert_json(challenge)));
  // A challenge to add a passkey does not revoke one, and a challenge to revoke one passkey does
  // not revoke another.
  ++anna->passkey.counter;
  const Authenticator third(PasskeyAlgorithm::Rs256, "the third");
  const std::string adding = Console::challenge_of(page.state(page.registered(third)));
  check_unsigned(page.revoke(second, anna->passkey.assert_json(adding)));
  REQUIRE(page.add(third, anna->passkey).status == 200);
  ++anna->passkey.counter;
  check_unsigned(page.revoke(second, anna->passkey.assert_json(page.revocation(third))));
  CHECK(reviewer_of(console, anna->id).passkeys.size() == 3);
  const std::string of_second = Console::token_of(console.log_in(second));

  ++anna->passkey.counter;
  REQUIRE(page.revoke(second, anna->passkey.assert_json(challenge)).status == 200);
  CHECK(reviewer_of(console, anna->id).passkeys.size() == 2);
  // The login of the passkey has ended with it.
  CHECK(console.get("/review/api/me", of_second).status == 401);
  CHECK(console.log_in(second).status == 403);
  // A passkey whose device is lost: an operator revokes it.
  console.desk.done("reviewer revoke",
                    R"({"reviewer":")" + anna->id + R"(","passkey":")" + third.id() + "\"}");
  CHECK(sound_log(console).empty());
}

TEST_CASE("an assertion adds the passkey that it names once, also one that was revoked since") {
  Cases console(signed_only());
  const auto anna = console.person();
  Page page(console, anna->token);
  const Authenticator made(PasskeyAlgorithm::EdDsa, "the second");
  const std::string credential = page.registered(made);
  const std::string challenge = Console::challenge_of(page.state(credential));
  const std::string confirmation = anna->passkey.assert_json(challenge);
  REQUIRE(page.finish(credential, confirmation).status == 200);
  CHECK(page.finish(credential, confirmation).status == 409);
  REQUIRE(page.revoke(made, anna->passkey.assert_json(page.revocation(made))).status == 200);
  CHECK(page.finish(credential, confirmation).status == 409);
  const std::string again = page.registered(made);
  CHECK(page.state(again).status == 409);
  CHECK(page.finish(again, confirmation).status == 409);
  CHECK(reviewer_of(console, anna->id).passkeys.size() == 1);
  CHECK(sound_log(console).empty());
}

TEST_CASE("a provider's login adds the first passkey, and no other") {
  Cases console;
  const ReviewerId person("rvw_AAAAAAAAAAAAAAAAAAAAAQ");
  const Outcome logged_in = console.rig.data().writer().submit_and_wait(
      {.stream = stream_of(person),
       .command = ReviewerCommand(
           LogInByProvider{console.rig.clock.now(), {{ReviewerRole::Reviewer, "*"}}}),
       .actor = {ActorKind::Reviewer, person.value()},
       .request = RequestId("r")});
  REQUIRE(std::holds_alternative<Committed>(logged_in));
  ReviewSessions& sessions = console.rig.service().review.sessions;
  const Digest shown = sha256(Console::page_key());
  Page page(console, sessions.begin(person, "", shown).token);
  Authenticator first(PasskeyAlgorithm::Es256, "the first");
  const std::string credential = page.registered(first);
  CHECK(page.state(credential)["publicKey"] == "null");
  const Answer me = page.finish(credential);
  REQUIRE_MESSAGE(me.status == 200, me.body);
  CHECK(has(me["keys"], R"("by":"PROVIDER")"));
  // A provider that says it was this person logs in, and signs nothing.
  Page liar(console, sessions.begin(person, "", shown).token);
  Authenticator second(PasskeyAlgorithm::EdDsa, "the second");
  check_unsigned(liar.finish(liar.registered(second)));
  check_unsigned(liar.revoke(first, second.assert_json(liar.revocation(first))));
  CHECK(page.add(second, first).status == 200);
  const Audited log = audited(console, [](RecordedEvent&) {});
  CHECK(log.fault == "");
  CHECK(log.counts.passkeys.by_providers == 1);
  CHECK(log.counts.passkeys.by_passkeys == 1);
}

TEST_CASE("a key registers one passkey, whatever its id is and whoever registers it") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const Authenticator same(anna->passkey, "another id");
  Page of_bert(console, bert->token);
  CHECK(of_bert.state(of_bert.registered(same)).status == 409);
  ++bert->passkey.counter;
  CHECK(of_bert.add(Authenticator(PasskeyAlgorithm::EdDsa, "of Bert"), bert->passkey).status ==
        200);
  CHECK(console.register_with(console.add("Carl").code, same).status == 409);
  // Also when Anna is disabled, and her passkey revoked before.
  console.desk.done(
      "reviewer revoke",
      R"({"reviewer":")" + anna->id + R"(","passkey":")" + anna->passkey.id() + "\"}");
  console.desk.done("reviewer disable", R"({"reviewer":")" + anna->id + "\"}");
  CHECK(console.register_with(console.add("Dora").code, same).status == 409);
  // The writer asks too, of two that came at once.
  const auto eve = console.add("Eve");
  const auto link = open_reviewer_link(eve.code);
  REQUIRE(link.has_value());
  const Outcome outcome = console.rig.data().writer().submit_and_wait(
      {.stream = stream_of(ReviewerId(eve.reviewer)),
       .command = ReviewerCommand(
           AddPasskey{console.rig.clock.now(),
                      {"AAAA", to_base64url(same.spki()), "localhost", Console::kOrigin, 0},
                      link->hash}),
       .actor = {ActorKind::Reviewer, eve.reviewer},
       .request = RequestId("r")});
  const auto* rejected = std::get_if<Rejection>(&outcome);
  REQUIRE(rejected != nullptr);
  CHECK(rejected->why == Refusal::PasskeyTaken);
  CHECK(sound_log(console).empty());
}

constexpr const char* kNotOnesOwn =
    "the change of the reviewer's passkeys is not signed by a passkey that was theirs, or was "
    "recorded for somebody else";

// A log in which a person has added two passkeys, and revoked the first of the two, by the one that
// was there.
struct ChangedPasskeys {
  Cases console{signed_only()};
  Authenticator second{PasskeyAlgorithm::EdDsa, "the second"};
  Authenticator third{PasskeyAlgorithm::EdDsa, "the third"};

  ChangedPasskeys() {
    const auto anna = console.person();
    Page page(console, anna->token);
    REQUIRE(page.add(second, anna->passkey).status == 200);
    REQUIRE(page.add(third, anna->passkey).status == 200);
    ++anna->passkey.counter;
    REQUIRE(page.revoke(second, anna->passkey.assert_json(page.revocation(second))).status == 200);
    CHECK(sound_log(console).empty());
  }
};

TEST_CASE("a log in which a passkey was added without one that was there is found") {
  ChangedPasskeys changed;
  Authenticator& second = changed.second;
  Authenticator& third = changed.third;
  const std::string wrong = kNotOnesOwn;
  const std::string not_allowed = "the rules of a reviewer do not allow the event at this place";
  const auto fault_of_third = [&](const std::function<void(ReviewerKeyAdded&)>& change) {
    return audited(changed.console,
                   [&](RecordedEvent& recorded) {
                     auto* added = std::get_if<ReviewerKeyAdded>(&recorded.event);
                     if (added != nullptr && added->passkey.id == third.id()) change(*added);
                   })
        .fault;
  };
  CHECK(fault_of_third([](auto& added) { added.signature->signature = "AAAA"; }) == wrong);
  CHECK(fault_of_third([](auto& added) { added.signature->client_data = "!"; }) == wrong);
  CHECK(fault_of_third([&](auto& added) { added.passkey.id = "AAAA"; }) == wrong);
  CHECK(fault_of_third([&](auto& added) {
          added.passkey.spki = to_base64url(Authenticator(PasskeyAlgorithm::EdDsa).spki());
        }) == wrong);
  CHECK(fault_of_third([](auto& added) { added.signature.reset(); }) == not_allowed);
  CHECK(fault_of_third([](auto& added) {
          added.signature.reset();
          added.by = KeyWord::Provider;
        }) == not_allowed);
  CHECK(fault_of_third([](auto& added) {
          added.signature.reset();
          added.by = KeyWord::Link;
          added.link = LinkHash();
        }) == not_allowed);
  CHECK(fault_of_third([](auto& added) {
          added.signature.reset();
          added.by = KeyWord::Unsaid;
        }) == not_allowed);
  CHECK(has(fault_of_third([&](auto& added) { added.signature->key_id = second.id(); }), wrong));
}

TEST_CASE("a log in which a passkey was revoked without one that was there is found") {
  ChangedPasskeys changed;
  const std::string wrong = kNotOnesOwn;
  const auto fault_of_revocation = [&](const std::function<void(RecordedEvent&)>& change) {
    return audited(changed.console,
                   [&](RecordedEvent& recorded) {
                     if (std::holds_alternative<ReviewerKeyRevoked>(recorded.event)) {
                       change(recorded);
                     }
                   })
        .fault;
  };
  const auto by_operator = [](RecordedEvent& recorded) {
    auto& revoked = std::get<ReviewerKeyRevoked>(recorded.event);
    revoked.signature.reset();
    revoked.by = KeyWord::Operator;
  };
  CHECK(fault_of_revocation(by_operator) == wrong);
  CHECK(fault_of_revocation([](RecordedEvent& recorded) {
          std::get<ReviewerKeyRevoked>(recorded.event).signature->signature = "AAAA";
        }) == wrong);
  CHECK(fault_of_revocation([](RecordedEvent& recorded) {
          recorded.actor = {ActorKind::Operator, "uid:0"};
        }) == wrong);
  CHECK(fault_of_revocation([](RecordedEvent& recorded) {
          recorded.event = ReviewerKeyRevoked{
              std::get<ReviewerKeyRevoked>(recorded.event).passkey, KeyWord::Unsaid, {}};
        }) == "the rules of a reviewer do not allow the event at this place");
}

}  // namespace countersign::http::own_passkey_test
