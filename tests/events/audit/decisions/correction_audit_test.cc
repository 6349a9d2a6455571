// The log alone shows who corrected a review, and who had a case.
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>

#include "tests/projections/support/review_scene.h"

namespace countersign::correction_audit_test {

TEST_CASE("the client's policy says whether decisions are corrected, and by how many") {
  Scene one(1);
  one.must_do(passed(kAnna));
  ClientPolicy policy = every_purpose();
  policy.corrections = Corrections::Forbidden;
  one.must(of_operator(kAcme, ChangeClient{kStart, "Acme", policy}));
  CHECK(one.refuses(correction(ReviewDecision::Failed, kBert), Refusal::CorrectionForbidden));
  CHECK(one.refuses(correction(ReviewDecision::Failed, ""), Refusal::CorrectionForbidden));
  policy.corrections = Corrections::Allowed;
  policy.reviewers = 2;
  one.must(of_operator(kAcme, ChangeClient{kStart, "Acme", policy}));
  CHECK(one.refuses(correction(ReviewDecision::Failed, ""), Refusal::CorrectionNeedsTwo));
  one.must_do(correction(ReviewDecision::Failed, kBert));
  CHECK(one.session().review.decision == ReviewDecision::Passed);
  one.must_do(correction(ReviewDecision::Failed, kCora));
  CHECK(one.session().review.decision == ReviewDecision::Failed);
  CHECK(one.fault_after([](RecordedEvent&) {}).empty());
  CHECK(one.fault_in<ClientChanged>([](ClientChanged& changed) {
    changed.policy.corrections = Corrections::Forbidden;
  }) == "the client forbade corrections at this place");
  std::size_t changes = 0;
  CHECK(one.fault_in<ClientChanged>([&](ClientChanged& changed) {
    if (++changes == 2) changed.policy.reviewers = 1;
  }) == "the opinion did not settle a correction that needs one alone");
  CHECK((one.history.rebuilt() == one.history.views().entries()));
}

TEST_CASE_FIXTURE(Scene,
                  "a correction by fewer than the decision had, or by one of them, is a fault") {
  must_do(passed(kAnna));
  must_do(passed(kBert));
  must_do(correction(ReviewDecision::Failed, kCora));
  must_do(correction(ReviewDecision::Failed, kDora));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  const auto changed = [this](std::uint32_t opinion,
                              const std::function<void(RecordedEvent&, ReviewCorrected&)>& how) {
    return fault_after([&](RecordedEvent& recorded) {
      auto* corrected = std::get_if<ReviewCorrected>(&recorded.event);
      if (corrected != nullptr && corrected->opinion == opinion) how(recorded, *corrected);
    });
  };
  CHECK(changed(1, [](RecordedEvent&, ReviewCorrected& first) { first.settles = true; }) ==
        kNotAllowed);
  CHECK(fault_after([](RecordedEvent& recorded) {
          auto* client = std::get_if<ClientRegistered>(&recorded.event);
          if (client != nullptr) client->policy.corrections = Corrections::Forbidden;
        }) == "the client forbade corrections at this place");
  CHECK(changed(2, [](RecordedEvent&, ReviewCorrected& second) { second.settles = false; }) ==
        kNotAllowed);
  CHECK(changed(2, [](RecordedEvent&, ReviewCorrected& second) { second.opinion = 1; }) ==
        kNotAllowed);
  for (const char* again : {kAnna, kBert, kCora}) {
    CHECK(changed(2, [&](RecordedEvent& recorded, ReviewCorrected& second) {
            second.reviewer = again;
            recorded.actor.ref = again;
          }) == kNotAllowed);
  }
  // Nobody without a name.
  CHECK(changed(2, [](RecordedEvent& recorded, ReviewCorrected& second) {
          second.reviewer.clear();
          recorded.actor = {ActorKind::Operator, "uid:0"};
        }) == kNotAllowed);
}

// The events of a release that had no opinions on corrections, and claims without an end.
void make_older(RecordedEvent& recorded) {
  const bool has_newer = std::holds_alternative<ClientRegistered>(recorded.event) ||
                         std::holds_alternative<ClientChanged>(recorded.event);
  if (has_newer) recorded.older_version = 2;
  if (auto* claimed = std::get_if<ReviewClaimed>(&recorded.event)) {
    claimed->kept_until = claimed->expires_at;
    recorded.older_version = 1;
  }
  const bool has_second = std::holds_alternative<ReviewDecided>(recorded.event) ||
                          std::holds_alternative<ReviewCorrected>(recorded.event) ||
                          std::holds_alternative<ReviewerKeyAdded>(recorded.event);
  if (has_second) recorded.older_version = 1;
  if (auto* decided = std::get_if<ReviewDecided>(&recorded.event)) decided->not_looked_at.clear();
  if (auto* corrected = std::get_if<ReviewCorrected>(&recorded.event)) {
    corrected->not_looked_at.clear();
  }
}

TEST_CASE("a log of a release in which one corrected what two decided is sound") {
  Scene scene(1);
  scene.must_do(ClaimReview{kLater, kAnna, kLater + 15 * kMinute});
  scene.must_do(passed(kAnna));
  scene.must_do(correction(ReviewDecision::Failed, kBert));
  scene.must_do(correction(ReviewDecision::Passed, kCora));
  // As if two had decided, one of whom then corrected alone, twice.
  const auto as_then = [](RecordedEvent& recorded) {
    make_older(recorded);
    auto* corrected = std::get_if<ReviewCorrected>(&recorded.event);
    if (corrected == nullptr) return;
    corrected->reviewer = kAnna;
    recorded.actor.ref = kAnna;
  };
  CHECK(scene.fault_after(as_then).empty());
  // Nobody writes so later: after the first event of the newer release each is of that release.
  const std::string late =
      "the event was written in an older version of its type, after the log had newer ones";
  for (const std::size_t newer : {0u, 1u, 2u}) {
    CAPTURE(newer);
    std::size_t seen = 0;
    CHECK(scene.fault_after([&](RecordedEvent& recorded) {
      RecordedEvent older = recorded;
      as_then(older);
      if (older == recorded || seen++ == newer) return;
      recorded = older;
    }) == late);
  }
}

TEST_CASE_FIXTURE(Scene, "the fourth case that a reviewer takes leaves the first to others") {
  const auto claim = [](const char* reviewer) {
    return ClaimReview{kLater, reviewer, kLater + 15 * kMinute};
  };
  must_do(claim(kAnna));
  for (std::uint64_t n = 2; n <= 3; ++n) must(to_session(in_review(n), claim(kAnna)));
  CHECK(refuses(claim(kBert), Refusal::ReviewClaimed));
  must(to_session(in_review(4), claim(kAnna)));
  must_do(claim(kBert));
  CHECK(
      is_rejected(history.submit(to_session(session_id(2), claim(kBert))), Refusal::ReviewClaimed));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK((history.rebuilt() == history.views().entries()));
  // If the fourth had been Cora's, the first would be Anna's still.
  CHECK(fault_after([](RecordedEvent& recorded) {
          auto* claimed = std::get_if<ReviewClaimed>(&recorded.event);
          if (claimed == nullptr || recorded.stream != stream_of(session_id(4))) return;
          claimed->reviewer = kCora;
          recorded.actor.ref = kCora;
        }) == kNotAllowed);
}

TEST_CASE_FIXTURE(Scene, "only a supervisor takes a case over, and the log says from whom") {
  must(with_roles(kBert, kStart, {{ReviewerRole::Reviewer, "*"}}));
  must_do(ClaimReview{kLater, kAnna, kLater + 15 * kMinute});
  ClaimReview over{kLater, kBert, kLater + 15 * kMinute};
  over.take_over = true;
  CHECK(refuses(over, Refusal::ReviewerNotEligible));
  over.reviewer = kCora;
  must_do(over);
  CHECK(refuses(passed(kAnna), Refusal::ReviewClaimed));
  must_do(passed(kCora));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  const auto taken = [](RecordedEvent& recorded) {
    auto* claimed = std::get_if<ReviewClaimed>(&recorded.event);
    return claimed != nullptr && claimed->taken_from ? claimed : nullptr;
  };
  CHECK(fault_after([&](RecordedEvent& recorded) {
          if (auto* claimed = taken(recorded)) claimed->taken_from.reset();
        }) == kNotAllowed);
  CHECK(fault_after([&](RecordedEvent& recorded) {
          if (auto* claimed = taken(recorded)) claimed->taken_from = kDora;
        }) == kNotAllowed);
  CHECK_FALSE(fault_after([&](RecordedEvent& recorded) {
                if (auto* claimed = taken(recorded)) {
                  claimed->reviewer = kBert;
                  recorded.actor.ref = kBert;
                }
              }).empty());
}

TEST_CASE_FIXTURE(Scene, "a case that was taken over just before its claim lapsed is no fault") {
  must_do(ClaimReview{kLater, kAnna, kLater + kMinute});
  ClaimReview over{kLater + kMinute - Duration(1), kBert, kLater + 15 * kMinute};
  over.take_over = true;
  must_do(over);
  // It was written a moment later than it was asked for.
  CHECK(fault_after([](RecordedEvent& recorded) {
          const auto* claimed = std::get_if<ReviewClaimed>(&recorded.event);
          if (claimed != nullptr && claimed->taken_from) recorded.at = kLater + kMinute;
        }).empty());
}

TEST_CASE_FIXTURE(Scene, "a claim that is kept for longer than two hours is a fault") {
  must_do(ClaimReview{kLater, kAnna, kLater + 15 * kMinute});
  must_do(ClaimReview{kLater + 10 * kMinute, kAnna, kLater + 25 * kMinute});
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK(fault_in<ReviewClaimed>([](ReviewClaimed& claimed) {
          claimed.expires_at = claimed.kept_until + Duration(1);
        }) == kNotAllowed);
  CHECK(fault_in<ReviewClaimed>([](ReviewClaimed& claimed) {
          claimed.kept_until = claimed.kept_until + kHour;
        }) == kNotAllowed);
  bool is_first = true;
  CHECK(fault_in<ReviewClaimed>([&](ReviewClaimed& claimed) {
          if (!std::exchange(is_first, false)) claimed.kept_until = kLater + kHour * 2 + kMinute;
        }) == kNotAllowed);
}

}  // namespace countersign::correction_audit_test
