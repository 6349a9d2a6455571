// Attempts against the rules of reviews by the calls of a client's backend, and by the operators'
// command.
#include "tests/http/review/doors/world.h"

namespace countersign::http {
namespace {

Attempts looks_at_the_back_office() {
  return {
      {"who has not looked at each picture says why",
       [] {
         World w;
         return !w.office("x");
       }},
      {"a client may forbid decisions without a look",
       [] {
         World w(looks_only());
         return !w.office("x");
       }},
  };
}

Attempts decisions_at_the_back_office() {
  return {
      {"a case is decided once",
       [] {
         World w;
         REQUIRE(w.office("x"));
         return !w.office("y");
       }},
      {"nobody gives two opinions on a case",
       [] {
         World w(of(2));
         REQUIRE(w.office("x"));
         return !w.office("x");
       }},
      {"one opinion does not settle what needs two",
       [] {
         World w(of(2));
         REQUIRE(w.office("x"));
         return !w.session(w.id).review.decision;
       }},
      {"each of two is named",
       [] {
         World w(of(2));
         return !w.office("");
       }},
      {"another's claim keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.act(*w.anna, w.id, "/claim").status == 200);
         return !w.office("x");
       }},
      {"another's assignment keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.assign(*w.sofia, *w.anna).status == 200);
         return !w.office("x");
       }},
  };
}

Attempts further_decisions_at_the_back_office() {
  return {
      {"a supervisor decides what was handed over",
       [] {
         World w;
         REQUIRE(w.hand_over(*w.anna).status == 200);
         return !w.office("x");
       }},
      {"a client may ask for signatures",
       [] {
         World w(signed_only());
         return !w.office("x");
       }},
      {"an act needs a role for the client",
       [] {
         World w;
         return !w.office_as(w.other, "x", "PASSED");
       }},
      {"a purged case is over",
       [] {
         World w;
         w.purge(w.id);
         return !w.office("x");
       }},
      {"the person gets a sentence that the client has",
       [] {
         World w(telling());
         const bool is_refused = !w.office_tells("another");
         return is_refused && w.office_tells("visit");
       }},
      {"what is asked again is done once",
       [] {
         World w(of(2));
         REQUIRE(w.office_as(w.client, "x", "PASSED", "k"));
         REQUIRE(w.office_as(w.client, "x", "PASSED", "k"));
         return w.all_of<ReviewDecided>(w.id).size() == 1;
       }},
  };
}

}  // namespace

Attempts attempts_at_the_back_office() {
  return joined(joined(decisions_at_the_back_office(), further_decisions_at_the_back_office()),
                looks_at_the_back_office());
}

Attempts attempts_at_the_operators_command() {
  return {
      {"each of two is named",
       [] {
         World w(of(2));
         w.decided_by_two();
         return !w.operator_corrects();
       }},
      {"a client may ask for signatures",
       [] {
         World w(signed_only());
         REQUIRE(w.office("x"));
         return !w.operator_corrects();
       }},
      {"who has not looked at each picture says why",
       [] {
         World w;
         REQUIRE(w.office("x"));
         return !w.operator_corrects();
       }},
      {"a client may forbid decisions without a look",
       [] {
         World w(looks_only());
         REQUIRE(w.office("x"));
         return !w.operator_corrects();
       }},
      {"an act needs a role for the client",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.operator_corrects();
       }},
      {"only a supervisor corrects",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.operator_corrects();
       }},
      {"a client may forbid corrections",
       [] {
         World w(of(1, Corrections::Forbidden));
         REQUIRE(w.console(*w.anna, "PASSED"));
         return !w.operator_corrects();
       }},
      {"a correction takes as many as the decision",
       [] {
         World w(of(2));
         w.decided_by_two();
         return !w.operator_corrects() && w.session(w.id).review.decision == ReviewDecision::Passed;
       }},
      {"a purged case is over",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         w.purge(w.id);
         return !w.operator_corrects();
       }},
  };
}

}  // namespace countersign::http
