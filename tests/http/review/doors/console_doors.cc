// Attempts against the rules of reviews by the console's calls.
#include "tests/http/review/doors/world.h"

namespace countersign::http {
namespace {

Attempts decisions_at_the_console() {
  return {
      {"a case is decided once",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.console(*w.bert, "FAILED");
       }},
      {"nobody gives two opinions on a case",
       [] {
         World w(of(2));
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.console(*w.anna, "PASSED");
       }},
      {"one opinion does not settle what needs two",
       [] {
         World w(of(2));
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.session(w.id).review.decision;
       }},
      {"another's claim keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.act(*w.anna, w.id, "/claim").status == 200);
         return !w.console(*w.bert, "PASSED") && w.look(*w.bert, w.id).status == 409;
       }},
      {"another's assignment keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.assign(*w.sofia, *w.anna).status == 200);
         return !w.console(*w.bert, "PASSED") && w.act(*w.bert, w.id, "/claim").status == 409;
       }},
      {"only a supervisor assigns a case",
       [] {
         World w;
         return w.assign(*w.anna, *w.bert).status == 403 &&
                !has(w.assign(*w.foreign, *w.bert).body, R"("refused":[])");
       }},
      {"a supervisor decides what was handed over",
       [] {
         World w;
         REQUIRE(w.hand_over(*w.anna).status == 200);
         return !w.console(*w.bert, "PASSED") && !w.console(*w.anna, "PASSED");
       }},
      {"nobody decides what has changed since the look",
       [] {
         World w(of(2));
         const std::uint64_t seen = w.head();
         REQUIRE(w.console(*w.anna, "PASSED"));
         return w.send_decision(*w.bert, w.id, "PASSED", seen).status != 200;
       }},
  };
}

Attempts decisions_of_others_at_the_console() {
  return {
      {"a client may ask for signatures",
       [] {
         World w(signed_only());
         return !w.console(*w.anna, "PASSED");
       }},
      {"who has not looked at each picture says why",
       [] {
         World w;
         w.why = "";
         return !w.console(*w.anna, "PASSED");
       }},
      {"a client may forbid decisions without a look",
       [] {
         World w(looks_only());
         return !w.console(*w.anna, "PASSED");
       }},
      {"an act needs a role for the client",
       [] {
         World w;
         return !w.console(*w.foreign, "PASSED") && w.look(*w.foreign, w.id).status == 404;
       }},
      {"a purged case is over",
       [] {
         World w;
         w.purge(w.id);
         return !w.console(*w.anna, "PASSED");
       }},
      {"a decided case is looked at by supervisors",
       [] {
         World w;
         REQUIRE(w.console(*w.sofia, "PASSED"));
         return w.look(*w.anna, w.id).status == 403 && w.look(*w.sofia, w.id).status == 200;
       }},
      {"the person gets a sentence that the client has",
       [] {
         World w(telling());
         const bool is_refused = !w.console_tells(*w.anna, "another");
         return is_refused && w.console_tells(*w.anna, "visit");
       }},
      {"what is asked again is done once",
       [] {
         World w(signed_only());
         const Cases::Begun begun = w.begin(*w.anna, w.id, "PASSED");
         ++w.anna->passkey.counter;
         const std::string credential = w.anna->passkey.assert_json(begun.challenge);
         REQUIRE(w.send_decision(*w.anna, w.id, "PASSED", begun.seen, credential).status == 200);
         return w.send_decision(*w.anna, w.id, "PASSED", begun.seen, credential).status != 200;
       }},
  };
}

Attempts corrections_and_claims_at_the_console() {
  return {
      {"only a supervisor corrects",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.console(*w.bert, "FAILED", "correction");
       }},
      {"a client may forbid corrections",
       [] {
         World w(of(1, Corrections::Forbidden));
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.console(*w.sofia, "FAILED", "correction");
       }},
      {"nobody corrects who has given an opinion",
       [] {
         World w;
         REQUIRE(w.console(*w.sofia, "PASSED"));
         return !w.console(*w.sofia, "FAILED", "correction");
       }},
      {"a correction takes as many as the decision",
       [] {
         World w(of(2));
         w.decided_by_two();
         REQUIRE(w.console(*w.sofia, "FAILED", "correction"));
         return w.session(w.id).review.decision == ReviewDecision::Passed;
       }},
      {"a reviewer has three cases",
       [] {
         World w;
         const auto cases = w.four_more();
         for (const auto& each : cases) REQUIRE(w.act(*w.anna, each, "/claim").status == 200);
         return w.claims_in_force_of(*w.bert, cases) == 3;
       }},
      {"only a supervisor takes a case over",
       [] {
         World w;
         REQUIRE(w.act(*w.anna, w.id, "/claim").status == 200);
         return w.act(*w.bert, w.id, "/takeover").status == 403 &&
                w.act(*w.sofia, w.id, "/takeover").status == 200;
       }},
      {"a claim ends after two hours",
       [] {
         World w;
         for (int minutes = 0; minutes < 120; minutes += 10) {
           REQUIRE(w.act(*w.anna, w.id, "/claim").status == 200);
           if (w.act(*w.bert, w.id, "/claim").status == 200) return false;
           w.rig.clock.move(std::chrono::minutes(10));
         }
         return w.act(*w.bert, w.id, "/claim").status == 200;
       }},
  };
}

}  // namespace

Attempts attempts_at_the_console() {
  return joined(joined(decisions_at_the_console(), decisions_of_others_at_the_console()),
                corrections_and_claims_at_the_console());
}

}  // namespace countersign::http
