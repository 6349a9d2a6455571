// Attempts against the rules of reviews by commands that reach the writer, as those of a call that
// was admitted before something changed.
#include "tests/http/review/doors/world.h"

namespace countersign::http {
namespace {

Attempts decisions_at_the_writer() {
  return {
      {"a case is decided once",
       [] {
         World w;
         REQUIRE(w.writer(w.decision(w.anna.get()), w.anna.get()));
         return !w.writer(w.decision(w.bert.get()), w.bert.get());
       }},
      {"nobody gives two opinions on a case",
       [] {
         World w(of(2));
         REQUIRE(w.writer(w.decision(w.anna.get()), w.anna.get()));
         return !w.writer(w.decision(w.anna.get()), w.anna.get());
       }},
      {"one opinion does not settle what needs two",
       [] {
         World w(of(2));
         REQUIRE(w.writer(w.decision(w.anna.get()), w.anna.get()));
         return !w.session(w.id).review.decision;
       }},
      {"each of two is named",
       [] {
         World w(of(2));
         return !w.writer(w.decision(nullptr), nullptr);
       }},
      {"another's claim keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.writer(w.claim(*w.anna), w.anna.get()));
         return !w.writer(w.decision(w.bert.get()), w.bert.get()) &&
                !w.writer(w.view(*w.bert), w.bert.get());
       }},
      {"another's assignment keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.assign(*w.sofia, *w.anna).status == 200);
         return !w.writer(w.decision(w.bert.get()), w.bert.get()) &&
                !w.writer(w.claim(*w.bert), w.bert.get());
       }},
  };
}

Attempts further_decisions_at_the_writer() {
  return {
      {"only a supervisor assigns a case",
       [] {
         World w;
         const AssignReview assign{w.now(), w.anna->id, w.bert->id, w.now() + kAssignedMaxTime};
         return !w.writer(assign, w.anna.get());
       }},
      {"a supervisor decides what was handed over",
       [] {
         World w;
         REQUIRE(w.hand_over(*w.anna).status == 200);
         return !w.writer(w.decision(w.bert.get()), w.bert.get()) &&
                !w.writer(w.claim(*w.bert), w.bert.get());
       }},
      {"a case is overdue once",
       [] {
         ClientPolicy policy = of(1);
         policy.review_due = ReviewDue(60'000);
         World w(policy);
         w.rig.clock.move(std::chrono::minutes(2));
         REQUIRE(w.writer(ReportOverdue{.at = w.now()}, nullptr));
         return !w.writer(ReportOverdue{.at = w.now()}, nullptr);
       }},
      {"nobody decides what has changed since the look",
       [] {
         World w(of(2));
         DecideReview late = w.decision(w.bert.get());
         late.seen = w.head();
         REQUIRE(w.writer(w.decision(w.anna.get()), w.anna.get()));
         return !w.writer(late, w.bert.get());
       }},
      {"a client may ask for signatures",
       [] {
         World w(signed_only());
         return !w.writer(w.decision(w.anna.get()), w.anna.get());
       }},
      {"an act needs a role for the client",
       [] {
         World w;
         return !w.writer(w.decision(w.foreign.get()), w.foreign.get());
       }},
  };
}

Attempts looks_at_the_writer() {
  return {
      {"who has not looked at each picture says why",
       [] {
         World w;
         DecideReview silent = w.decision(w.anna.get());
         silent.says_why_unlooked = false;
         return !w.writer(silent, w.anna.get());
       }},
      {"the person gets a sentence that the client has",
       [] {
         World w(telling());
         DecideReview unknown = w.decision(w.anna.get());
         unknown.told = ToldSentence{"another", "Please visit a branch."};
         DecideReview changed = w.decision(w.anna.get());
         changed.told = ToldSentence{"visit", "Please call."};
         // The word of a caller about the policy does not count.
         unknown.sentence_now = unknown.told->sentence;
         changed.sentence_now = changed.told->sentence;
         return !w.writer(unknown, w.anna.get()) && !w.writer(changed, w.anna.get());
       }},
      {"a client may forbid decisions without a look",
       [] {
         World w(looks_only());
         return !w.writer(w.decision(w.anna.get()), w.anna.get());
       }},
  };
}

Attempts corrections_at_the_writer() {
  return {
      {"only a supervisor corrects",
       [] {
         World w;
         REQUIRE(w.writer(w.decision(w.anna.get()), w.anna.get()));
         return !w.writer(w.correction(w.bert.get()), w.bert.get());
       }},
      {"a client may forbid corrections",
       [] {
         World w(of(1, Corrections::Forbidden));
         REQUIRE(w.writer(w.decision(w.anna.get()), w.anna.get()));
         return !w.writer(w.correction(w.sofia.get()), w.sofia.get());
       }},
      {"nobody corrects who has given an opinion",
       [] {
         World w;
         REQUIRE(w.writer(w.decision(w.sofia.get()), w.sofia.get()));
         return !w.writer(w.correction(w.sofia.get()), w.sofia.get());
       }},
      {"a correction takes as many as the decision",
       [] {
         World w(of(2));
         w.decided_by_two();
         REQUIRE(w.writer(w.correction(w.sofia.get()), w.sofia.get()));
         return w.session(w.id).review.decision == ReviewDecision::Passed;
       }},
      {"a purged case is over",
       [] {
         World w;
         w.purge(w.id);
         return !w.writer(w.decision(w.anna.get()), w.anna.get()) &&
                !w.writer(w.view(*w.anna), w.anna.get());
       }},
      {"a decided case is looked at by supervisors",
       [] {
         World w;
         REQUIRE(w.writer(w.decision(w.anna.get()), w.anna.get()));
         return !w.writer(w.view(*w.anna), w.anna.get()) &&
                w.writer(w.view(*w.sofia), w.sofia.get());
       }},
  };
}

Attempts claims_at_the_writer() {
  return {
      {"a reviewer has three cases",
       [] {
         World w;
         const auto cases = w.four_more();
         for (const auto& each : cases) {
           REQUIRE(w.writer(w.claim(*w.anna), w.anna.get(), each));
         }
         return w.writer(w.claim(*w.bert), w.bert.get(), cases[0]) &&
                !w.writer(w.claim(*w.bert), w.bert.get(), cases[1]);
       }},
      {"only a supervisor takes a case over",
       [] {
         World w;
         REQUIRE(w.writer(w.claim(*w.anna), w.anna.get()));
         ClaimReview over = w.claim(*w.bert);
         over.take_over = true;
         if (w.writer(over, w.bert.get())) return false;
         over.reviewer = w.sofia->id;
         return w.writer(over, w.sofia.get());
       }},
      {"a claim ends after two hours",
       [] {
         World w;
         ClaimReview kept = w.claim(*w.anna);
         kept.expires_at = w.now() + std::chrono::hours(5);
         REQUIRE(w.writer(kept, w.anna.get()));
         return w.session(w.id).review.claim->expires_at == w.now() + kClaimKeptMax;
       }},
  };
}

}  // namespace

Attempts attempts_at_the_writer() {
  return joined(joined(joined(decisions_at_the_writer(), further_decisions_at_the_writer()),
                       looks_at_the_writer()),
                joined(corrections_at_the_writer(), claims_at_the_writer()));
}

}  // namespace countersign::http
