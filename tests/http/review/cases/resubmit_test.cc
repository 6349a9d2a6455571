// A reviewer asks a person again: what is signed, what is opened, and what the console shows of it.
#include <string>
#include <string_view>

#include "http/service.h"
#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"
#include "tests/http/support/joining_calls.h"

namespace countersign::http::case_resubmit_test {

constexpr std::string_view kWords = "The photo page, please.";
const std::string kNotTheirs = "the signature is not the reviewer's of this decision";

std::string asking(const Cases& console, std::string_view steps) {
  return R"("decision":"RESUBMIT","reasons":[],"steps":)" + std::string(steps) +
         console.why_member();
}
std::string hash_of(std::string_view words) {
  return to_hex(note_hash(Cases::kSalt, words).value());
}

Cases::Begun begin(Cases& console,
                   const Cases::Person& who,
                   const std::string& id,
                   std::string_view steps = R"(["DOCUMENT"])") {
  const Answer begun = console.act(
      who,
      id,
      "/decide/begin",
      "{" + asking(console, steps) + R"(,"kind":"decision","noteHash":")" +
          hash_of(console.words_with("")) + R"(","wordsHash":")" + hash_of(kWords) + R"("})");
  REQUIRE_MESSAGE(begun.status == 200, begun.body);
  return {std::stoull(begun["seen"]), begun["statement"], Console::challenge_of(begun)};
}

Answer send(Cases& console,
            Cases::Person& who,
            const std::string& id,
            const Cases::Begun& begun,
            std::string_view steps = R"(["DOCUMENT"])",
            std::string_view words = kWords) {
  ++who.passkey.counter;
  return console.act(who,
                     id,
                     "/decide",
                     "{" + asking(console, steps) + R"(,"words":")" + std::string(words) +
                         R"(","seen":)" + std::to_string(begun.seen) + Cases::salt() +
                         R"(,"credential":)" + who.passkey.assert_json(begun.challenge) + "}");
}

TEST_CASE("a reviewer signs the steps and the words, and an auditor checks them") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Cases::Begun begun = begin(console, *anna, id);
  CHECK(has(begun.statement,
            "\ndecision RESUBMIT\nsteps DOCUMENT\nwords " + hash_of(kWords) + "\nreasons -\n"));
  const Answer decided = send(console, *anna, id, begun);
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  CHECK(decided["resultStatus"] == "RESUBMITTED");
  const std::string next = decided["successor"];
  CHECK(console.session(next).predecessor == SessionId(*parse_uuid(id)));
  CHECK(console.session(next).user_ref == console.session(id).user_ref);
  CHECK(console.session(next).purpose == Purpose::DocumentVerification);
  // The console is told of no link.
  CHECK_FALSE(has(decided.body, "capture"));
  for (const std::string& session : {id, next}) {
    for (const StoredEvent& event : console.events_of(session)) {
      CHECK_FALSE(has(event.bytes, kWords));
    }
  }
  const Audited sound = audited(console, [](RecordedEvent&) {});
  CHECK(sound.fault.empty());
  CHECK(sound.counts.signed_by_reviewers == 1);
  const auto changed = [&](auto change) {
    return audited(console,
                   [&](RecordedEvent& recorded) {
                     if (auto* event = std::get_if<ReviewDecided>(&recorded.event))
                       change(*event->again);
                   })
        .fault;
  };
  CHECK(changed([](AskedAgain& again) { again.words = Sha256(Digest{1}); }) == kNotTheirs);
  CHECK(changed([](AskedAgain& again) { again.words.reset(); }) == kNotTheirs);
}

TEST_CASE("other steps or other words than were signed are refused, and open nothing") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Cases::Begun begun = begin(console, *anna, id);
  const auto invalid = [](const Answer& answer) {
    return answer.status == 403 && answer.code() == "SVC_REVIEW_SIGNATURE_INVALID";
  };
  const std::uint64_t before = console.head();
  CHECK(invalid(send(console, *anna, id, begun, R"(["LIVENESS"])")));
  CHECK(invalid(send(console, *anna, id, begun, R"(["DOCUMENT","LIVENESS"])")));
  CHECK(invalid(send(console, *anna, id, begun, R"(["DOCUMENT"])", "Something else")));
  CHECK(console.head() == before);
  CHECK(send(console, *anna, id, begun).status == 200);
}

TEST_CASE("a hash without the words is no decision that asks again") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Cases::Begun begun = begin(console, *anna, id);
  ++anna->passkey.counter;
  const Answer refused =
      console.act(*anna,
                  id,
                  "/decide",
                  "{" + asking(console, R"(["DOCUMENT"])") + R"(,"wordsHash":")" + hash_of(kWords) +
                      R"(","seen":)" + std::to_string(begun.seen) + Cases::salt() +
                      R"(,"credential":)" + anna->passkey.assert_json(begun.challenge) + "}");
  CHECK(refused.code() == "SVC_INVALID_PARAMETER");
  CHECK(console.all_of<ReviewDecided>(id).empty());
}

TEST_CASE("a decision without a signature keeps no hash of its words") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Answer decided = console.act(*anna,
                                     id,
                                     "/decide",
                                     "{" + asking(console, R"(["LIVENESS"])") +
                                         R"(,"words":"Again, please.","seen":)" +
                                         std::to_string(console.head()) + R"(,"credential":null})");
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  const auto events = console.all_of<ReviewDecided>(id);
  REQUIRE(events.size() == 1);
  CHECK_FALSE(events[0].again->words);
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
  CHECK(audited(console, [](RecordedEvent& recorded) {
          auto* event = std::get_if<ReviewDecided>(&recorded.event);
          if (event != nullptr) event->again->words = Sha256(Digest{1});
        }).fault == "the words of a decision have a hash, but the decision has no salt");
}

TEST_CASE("a case shows the session before and the session after, to those who may see them") {
  Cases console;
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  const Answer decided = console.act(*anna,
                                     id,
                                     "/decide",
                                     "{" + asking(console, R"(["LIVENESS"])") + R"(,"seen":)" +
                                         std::to_string(console.head()) + R"(,"credential":null})");
  REQUIRE(decided.status == 200);
  const std::string next = decided["successor"];
  const auto link_to = [](const char* name, const std::string& session, const char* may_open) {
    return "\"" + std::string(name) + R"(":{"sessionId":")" + session + R"(","mayOpen":)" +
           may_open + "}";
  };
  // It is no case before the machine sends it to review.
  CHECK(has(console.show(*boss, id).body, link_to("successor", next, "false")));
  CHECK(has(console.show(*boss, id).body, R"("predecessor":null)"));
  CHECK(console.show(*anna, id).status == 403);

  const std::string code = console.rig.service().links.codes().link(SessionId(*parse_uuid(next)));
  const std::string token = console.rig.send(redemption(code))["sessionToken"];
  REQUIRE(console.rig.device(Method::Post, "/api/sdk/liveness/not-possible", token, {}).status ==
          200);
  REQUIRE(console.rig.finalize(token)["result"] == "REVIEW");
  CHECK(has(console.show(*boss, id).body, link_to("successor", next, "true")));
  CHECK(has(console.show(*boss, next).body, link_to("predecessor", id, "true")));
  // A reviewer reads no decided case.
  CHECK(has(console.show(*anna, next).body, link_to("predecessor", id, "false")));
  CHECK(has(console.show(*anna, next).body, R"("successor":null)"));
}

TEST_CASE("a decided case shows the words to the person, until the other session is erased") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const auto auditor = console.person("otto", "auditor");
  const std::string id = console.in_review();
  const Answer decided = send(console, *anna, id, begin(console, *anna, id));
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  const std::string shown = R"("words":")" + std::string(kWords) + "\"";
  CHECK(has(console.show(*boss, id).body, shown));
  const Answer read = console.show(*auditor, id);
  REQUIRE(read.status == 200);
  CHECK(has(read.body, R"("steps":["DOCUMENT"])"));
  CHECK_FALSE(has(read.body, kWords));
  // The words go with the session that they are sealed for, and not with the decided one.
  console.purge(id);
  CHECK(has(console.show(*boss, id).body, shown));
  console.purge(decided["successor"]);
  const Answer later = console.show(*boss, id);
  CHECK(later.status == 200);
  CHECK_FALSE(has(later.body, kWords));
  CHECK(has(later.body, R"("steps":["DOCUMENT"])"));
}

TEST_CASE("a decision that asks again without words, and any other, shows none") {
  Cases console;
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string again = console.in_review();
  const std::string body = "{" + asking(console, R"(["LIVENESS"])") + R"(,"seen":)" +
                           std::to_string(console.head()) + R"(,"credential":null})";
  REQUIRE(console.act(*anna, again, "/decide", body).status == 200);
  const std::string passed = console.in_review();
  REQUIRE(console.send_decision(*anna, passed, "PASSED", console.head()).status == 200);
  for (const std::string& id : {again, passed}) {
    const Answer shown = console.show(*boss, id);
    REQUIRE(shown.status == 200);
    const std::size_t review = shown.body.find(R"("review":{)");
    REQUIRE(review != std::string::npos);
    CHECK(shown.body.find(R"("words":null)", review) != std::string::npos);
  }
}

TEST_CASE("a case that was asked again is not corrected") {
  Cases console;
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  REQUIRE(console
              .act(*anna,
                   id,
                   "/decide",
                   "{" + asking(console, R"(["DOCUMENT"])") + R"(,"seen":)" +
                       std::to_string(console.head()) + R"(,"credential":null})")
              .status == 200);
  CHECK(has(console.show(*boss, id).body, R"("mayCorrect":false)"));
  const Answer corrected =
      console.send_decision(*boss, id, "PASSED", console.head(), "null", "correction");
  CHECK(corrected.status == 409);
  CHECK(corrected.code() == "SVC_REVIEW_NOT_DECIDED");
  // No correction asks again.
  const std::string other = console.in_review();
  REQUIRE(console.send_decision(*anna, other, "FAILED", console.head()).status == 200);
  const Answer again = console.act(*boss,
                                   other,
                                   "/correct",
                                   "{" + asking(console, R"(["DOCUMENT"])") + R"(,"seen":)" +
                                       std::to_string(console.head()) + R"(,"credential":null})");
  CHECK(again.status == 409);
  CHECK(again.code() == "SVC_REVIEW_NOT_DECIDED");
}

}  // namespace countersign::http::case_resubmit_test
