// Attempts against the rules of reviews by events that are written into a log.
#include "projections/retention/overdue.h"
#include "tests/http/review/doors/world.h"

namespace countersign::http {
namespace {

Attempts decisions_in_the_log() {
  return {
      {"a case is decided once",
       [] {
         World w(of(2));
         w.decided_by_two();
         return w.is_found<ReviewDecided>([](ReviewDecided& decided, RecordedEvent&) {
           if (decided.opinion == 1) decided.settles = true;
         });
       }},
      {"nobody gives two opinions on a case",
       [] {
         World w(of(2));
         w.decided_by_two();
         return w.is_found_of<ReviewDecided>(
             *w.anna, [](const ReviewDecided& decided) { return decided.opinion == 2; });
       }},
      {"one opinion does not settle what needs two",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return w.is_found<ClientRegistered>([&](ClientRegistered& registered, RecordedEvent& at) {
           if (at.stream == stream_of(ClientKey(w.client.key))) registered.policy.reviewers = 2;
         });
       }},
      {"each of two is named",
       [] {
         World w(of(2));
         REQUIRE((w.office("x") && w.office("y")));
         return w.is_found<ReviewDecided>(
             [](ReviewDecided& decided, RecordedEvent&) { decided.reviewer.clear(); });
       }},
      {"another's claim keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.act(*w.anna, w.id, "/claim").status == 200);
         REQUIRE(w.console(*w.anna, "PASSED"));
         return w.is_found_of<ReviewDecided>(*w.bert, kAny);
       }},
  };
}

Attempts further_decisions_in_the_log() {
  return {
      {"another's assignment keeps reviewers out",
       [] {
         World w;
         REQUIRE(w.assign(*w.sofia, *w.anna).status == 200);
         REQUIRE(w.console(*w.anna, "PASSED"));
         return w.is_found_of<ReviewDecided>(*w.bert, kAny);
       }},
      {"only a supervisor assigns a case",
       [] {
         World w;
         REQUIRE(w.assign(*w.sofia, *w.anna).status == 200);
         return w.is_found_of<ReviewAssigned>(*w.bert, kAny);
       }},
      {"a supervisor decides what was handed over",
       [] {
         World w;
         REQUIRE(w.hand_over(*w.anna).status == 200);
         REQUIRE(w.console(*w.sofia, "PASSED"));
         return w.is_found_of<ReviewDecided>(*w.bert, kAny);
       }},
      {"a case is overdue once",
       [] {
         ClientPolicy policy = of(1);
         policy.review_due = ReviewDue(60'000);
         World w(policy);
         w.rig.clock.move(std::chrono::minutes(2));
         REQUIRE(report_overdue(w.rig.data(), {.now = w.now()})->reported == 1);
         // One that is reported by another time than the client's stands for one too early.
         return w.is_found<ReviewOverdue>(
             [](ReviewOverdue& overdue, RecordedEvent&) { overdue.due_ms = 1; });
       }},
      {"nobody decides what has changed since the look",
       [] {
         World w(signed_only(2));
         REQUIRE(w.decide(*w.anna, w.id, "PASSED").status == 200);
         REQUIRE(w.decide(*w.bert, w.id, "PASSED").status == 200);
         return w.is_found<ReviewDecided>([](ReviewDecided& decided, RecordedEvent&) {
           if (decided.opinion == 2) decided.signature->seen = 1;
         });
       }},
  };
}

Attempts decisions_of_others_in_the_log() {
  return {
      {"a client may ask for signatures",
       [] {
         World w(signed_only());
         REQUIRE(w.decide(*w.anna, w.id, "PASSED").status == 200);
         return w.is_found<ReviewDecided>(
             [](ReviewDecided& decided, RecordedEvent&) { decided.signature.reset(); });
       }},
      {"who has not looked at each picture says why",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return w.is_found<ReviewDecided>(
             [](ReviewDecided& decided, RecordedEvent&) { decided.not_looked_at.clear(); });
       }},
      {"the person gets a sentence that the client has",
       [] {
         World w(telling());
         REQUIRE(w.office_tells("visit"));
         const bool of_policy = w.is_found<ClientRegistered>(
             [](ClientRegistered& made, RecordedEvent&) { made.policy.review_reasons.reset(); });
         const bool of_name = w.is_found<ReviewDecided>(
             [](ReviewDecided& decided, RecordedEvent&) { decided.told->name = "another"; });
         return of_policy && of_name &&
                w.is_found<ReviewDecided>(
                    [](ReviewDecided& decided, auto&) { decided.told->sentence = "Please call."; });
       }},
      {"a client may forbid decisions without a look",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return w.is_found<ClientRegistered>([](ClientRegistered& registered, RecordedEvent&) {
           registered.policy.decisions_without_look = DecisionsWithoutLook::Forbidden;
         });
       }},
      {"an act needs a role for the client",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         return w.is_found_of<ReviewDecided>(*w.foreign, kAny);
       }},
  };
}

Attempts corrections_in_the_log() {
  return {
      {"only a supervisor corrects",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         REQUIRE(w.console(*w.sofia, "FAILED", "correction"));
         return w.is_found_of<ReviewCorrected>(*w.bert, kAny);
       }},
      {"a client may forbid corrections",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         REQUIRE(w.console(*w.sofia, "FAILED", "correction"));
         return w.is_found<ClientRegistered>([](ClientRegistered& registered, RecordedEvent&) {
           registered.policy.corrections = Corrections::Forbidden;
         });
       }},
      {"nobody corrects who has given an opinion",
       [] {
         World w(of(2));
         w.corrected_by_two();
         return w.is_found_of<ReviewCorrected>(
             *w.sofia, [](const ReviewCorrected& corrected) { return corrected.opinion == 2; });
       }},
      {"a correction takes as many as the decision",
       [] {
         World w(of(2));
         w.corrected_by_two();
         return w.is_found<ReviewCorrected>([](ReviewCorrected& corrected, RecordedEvent&) {
           if (corrected.opinion == 1) corrected.settles = true;
         });
       }},
      {"a purged case is over",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         w.purge(w.id);
         const auto events = w.events_of(w.id);
         const RecordedEvent decided = events[events.size() - 2].recorded;
         const RecordedEvent purged = events.back().recorded;
         REQUIRE(std::holds_alternative<ReviewDecided>(decided.event));
         // The other way round.
         return !audited(w, [&](RecordedEvent& recorded) {
                   const bool is_first = recorded.sequence == decided.sequence;
                   if (!is_first && recorded.sequence != purged.sequence) return;
                   const RecordedEvent& as = is_first ? purged : decided;
                   recorded.event = as.event;
                   recorded.actor = as.actor;
                 }).fault.empty();
       }},
      {"a decided case is looked at by supervisors",
       [] {
         World w;
         REQUIRE(w.console(*w.anna, "PASSED"));
         REQUIRE(w.look(*w.sofia, w.id).status == 200);
         return w.is_found_of<ImageViewed>(*w.bert, kAny);
       }},
  };
}

Attempts claims_in_the_log() {
  return {
      {"a reviewer has three cases",
       [] {
         World w;
         const auto cases = w.four_more();
         for (const auto& each : cases) REQUIRE(w.act(*w.anna, each, "/claim").status == 200);
         REQUIRE(w.act(*w.bert, cases[0], "/claim").status == 200);
         // Without the fourth the first is Anna's still.
         return w.is_found<ReviewClaimed>([&](ReviewClaimed& claimed, RecordedEvent& recorded) {
           if (recorded.stream != stream_of(SessionId(*parse_uuid(cases[3])))) return;
           claimed.reviewer = w.cora->id;
           recorded.actor.ref = w.cora->id;
         });
       }},
      {"only a supervisor takes a case over",
       [] {
         World w;
         REQUIRE(w.act(*w.anna, w.id, "/claim").status == 200);
         REQUIRE(w.act(*w.sofia, w.id, "/takeover").status == 200);
         return w.is_found_of<ReviewClaimed>(
             *w.bert, [](const ReviewClaimed& claimed) { return claimed.taken_from.has_value(); });
       }},
      {"a claim ends after two hours",
       [] {
         World w;
         REQUIRE(w.act(*w.anna, w.id, "/claim").status == 200);
         return w.is_found<ReviewClaimed>([](ReviewClaimed& claimed, RecordedEvent&) {
           claimed.kept_until = claimed.kept_until + Duration(std::chrono::hours(1));
           claimed.expires_at = claimed.kept_until;
         });
       }},
  };
}

}  // namespace

Attempts attempts_in_the_log() {
  return joined(joined(joined(decisions_in_the_log(), further_decisions_in_the_log()),
                       decisions_of_others_in_the_log()),
                joined(corrections_in_the_log(), claims_in_the_log()));
}

}  // namespace countersign::http
