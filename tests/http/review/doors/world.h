#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/session/review/review_doors.h"
#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

// The world in which attempts are made against the rules of reviews, at each door
// (core/session/review/review_doors.h).
namespace countersign::http {

// An attempt; returns whether it was stopped.
using Attempt = std::function<bool()>;
// By the sentence of the rule.
using Attempts = std::map<std::string_view, Attempt>;

Attempts attempts_at_the_console();
Attempts attempts_at_the_back_office();
Attempts attempts_at_the_operators_command();
Attempts attempts_at_the_writer();
Attempts attempts_in_the_log();

using Person = Cases::Person;

inline ClientPolicy of(std::uint64_t reviewers, Corrections corrections = Corrections::Allowed) {
  ClientPolicy policy = any_purpose();
  policy.reviewers = reviewers;
  policy.corrections = corrections;
  return policy;
}

// A client with a sentence for people.
inline ClientPolicy telling() {
  ClientPolicy policy = of(1);
  policy.review_reasons =
      ToldSentences(std::vector<ToldSentence>{{"visit", "Please visit a branch."}});
  return policy;
}

constexpr auto kAny = [](const auto&) { return true; };

// A server with people of each role, and one case.
struct World : Cases {
  explicit World(const ClientPolicy& policy = of(1)) : Cases(policy) {}

  std::unique_ptr<Person> anna = person("anna");
  std::unique_ptr<Person> bert = person("bert");
  std::unique_ptr<Person> cora = person("cora");
  std::unique_ptr<Person> sofia = person("sofia", "supervisor");
  std::unique_ptr<Person> theo = person("theo", "supervisor");
  std::unique_ptr<Person> foreign = person("foreign", "supervisor", other.key);
  std::string id = in_review();

  // ---- the doors; each says whether something was done ----
  bool console(const Person& who,
               const std::string& decision,
               const std::string& kind = "decision") {
    return send_decision(who, id, decision, head(), "null", kind).status == 200;
  }
  bool office(const std::string& reviewer, const std::string& decision = "PASSED") {
    return office_as(client, reviewer, decision);
  }
  bool office_as(const Credentials& whose,
                 const std::string& reviewer,
                 const std::string& decision,
                 const std::string& key = "") {
    Headers headers{{"x-svc-client-key", whose.key}, {"x-svc-client-secret", whose.secret}};
    if (!key.empty()) headers.add("Idempotency-Key", key);
    const std::string name = reviewer.empty() ? "" : R"(,"reviewer":")" + reviewer + "\"";
    return rig.send(
                  {.method = Method::Post,
                   .path = "/api/svc/session/" + id + "/review",
                   .headers = headers,
                   .body = R"({"decision":")" + decision + R"(","reasons":["OTHER"])" + name + "}"})
               .status == 200;
  }
  // Whether a decision is made that tells the person this sentence.
  bool console_tells(const Person& who, const std::string& name) {
    const std::string more = R"(,"tell":")" + name + "\"";
    return send_decision(who, id, "FAILED", head(), "null", "decision", more).status == 200;
  }
  bool office_tells(const std::string& name) {
    const Headers headers{{"x-svc-client-key", client.key}, {"x-svc-client-secret", client.secret}};
    return rig.send({.method = Method::Post,
                     .path = "/api/svc/session/" + id + "/review",
                     .headers = headers,
                     .body = R"({"decision":"FAILED","reasons":["OTHER"],"tell":")" + name + "\"}"})
               .status == 200;
  }
  Answer assign(const Person& by, const Person& to) {
    const std::string body = R"({"cases":[")" + id + R"("],"reviewer":")" + to.id + "\"}";
    return post("/review/api/assign", body, by.token);
  }
  Answer hand_over(const Person& who) {
    return act(who, id, "/handover", R"({"words":"Is it real?"})");
  }
  bool operator_corrects() {
    return desk.refused("session correct",
                        R"({"sessionId":")" + id +
                            R"(","decision":"FAILED","reasons":["OTHER"],"why":"asked"})") ==
           "done";
  }
  bool writer(SessionCommand command, const Person* who, const std::string& session) {
    Submission submission{.stream = stream_of(SessionId(*parse_uuid(session))),
                          .command = std::move(command),
                          .actor = {ActorKind::Client, client.key},
                          .request = RequestId("r-writer")};
    if (who != nullptr) submission.actor = {ActorKind::Reviewer, who->id};
    std::promise<bool> done;
    rig.data().writer().submit(std::move(submission), [&](const countersign::Outcome& outcome) {
      done.set_value(std::holds_alternative<Committed>(outcome));
    });
    return done.get_future().get();
  }
  bool writer(SessionCommand command, const Person* who) {
    return writer(std::move(command), who, id);
  }
  UtcTime now() { return rig.clock.now(); }
  DecideReview decision(const Person* who) {
    return {.at = now(),
            .reasons = {"OTHER"},
            .reviewer = who == nullptr ? "" : who->id,
            .says_why_unlooked = true};
  }
  CorrectReview correction(const Person* who) {
    return {.at = now(),
            .decision = ReviewDecision::Failed,
            .reasons = {"OTHER"},
            .reviewer = who == nullptr ? "" : who->id,
            .says_why_unlooked = true};
  }
  ClaimReview claim(const Person& who) { return {now(), who.id, now() + std::chrono::minutes(15)}; }
  ViewImage view(const Person& who) { return {now(), who.id, session(id).files.front().file}; }

  // Whether the audit finds the log wrong after the change of its events of type E.
  template <class E>
  bool is_found(const std::function<void(E&, RecordedEvent&)>& change) {
    CHECK(audited(*this, [](RecordedEvent&) {}).fault == "");
    return !audited(*this, [&](RecordedEvent& recorded) {
              if (auto* event = std::get_if<E>(&recorded.event)) change(*event, recorded);
            }).fault.empty();
  }
  // The same, of a change of who acted.
  template <class E>
  bool is_found_of(const Person& who, const std::function<bool(const E&)>& which) {
    return is_found<E>([&](E& event, RecordedEvent& recorded) {
      if (!which(event)) return;
      event.reviewer = who.id;
      recorded.actor = {ActorKind::Reviewer, who.id};
    });
  }

  void decided_by_two() {
    REQUIRE(console(*anna, "PASSED"));
    REQUIRE(console(*bert, "PASSED"));
  }
  void corrected_by_two() {
    decided_by_two();
    REQUIRE(console(*sofia, "FAILED", "correction"));
    REQUIRE(console(*theo, "FAILED", "correction"));
  }
  std::uint32_t claims_in_force_of(const Person& who, const std::vector<std::string>& cases) {
    std::uint32_t kept = 0;
    for (const std::string& each : cases) {
      if (act(who, each, "/claim").code() == "SVC_REVIEW_CLAIMED") ++kept;
    }
    return kept;
  }
  std::vector<std::string> four_more() {
    std::vector<std::string> cases;
    for (int i = 0; i < 4; ++i) cases.push_back(in_review());
    return cases;
  }
};

// Both together.
inline Attempts joined(Attempts some, Attempts more) {
  some.merge(more);
  return some;
}

}  // namespace countersign::http
