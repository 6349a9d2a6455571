#pragma once
#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/base64url.h"
#include "events/audit/history_audit.h"
#include "events/crypto/sha256.h"
#include "projections/views/retention.h"
#include "projections/views/review/reviews.h"
#include "projections/views/session/sessions.h"
#include "tests/projections/support/history.h"

// A log with reviews, and what its audit says of it once it was changed.
namespace countersign {

inline const ClientKey kAcme = client_key("acme");
inline const SessionId kSession = session_id(1);
inline const UtcTime kLater = kStart + kHour;

inline Submission with_reviewers(std::uint64_t reviewers) {
  ClientPolicy policy = every_purpose();
  policy.reviewers = reviewers;
  return registering(kAcme, kStart, policy);
}

inline DecideReview opinion(ReviewDecision decision, std::string reviewer, UtcTime at = kLater) {
  DecideReview command{at, decision, {"OTHER"}, std::move(reviewer)};
  command.says_why_unlooked = true;
  return command;
}
inline DecideReview passed(std::string reviewer, UtcTime at = kLater) {
  return opinion(ReviewDecision::Passed, std::move(reviewer), at);
}
inline DecideReview failed(std::string reviewer, UtcTime at = kLater) {
  return opinion(ReviewDecision::Failed, std::move(reviewer), at);
}

inline CorrectReview correction(ReviewDecision decision, std::string reviewer) {
  CorrectReview command{kLater, decision, {"OTHER"}, std::move(reviewer)};
  command.says_why_unlooked = true;
  return command;
}

inline constexpr const char* kDora = "rvw_DAAAAAAAAAAAAAAAAAAAAA";
inline constexpr const char* kEmil = "rvw_EAAAAAAAAAAAAAAAAAAAAA";
inline constexpr const char* kFrida = "rvw_FAAAAAAAAAAAAAAAAAAAAA";

inline Submission to_reviewer(const char* reviewer, ReviewerCommand command) {
  Submission submission = registering_reviewer(reviewer, kStart);
  submission.actor = actor_of(ReviewerId(reviewer), command);
  submission.command = std::move(command);
  return submission;
}
inline Submission disabling(const char* reviewer, UtcTime at) {
  return to_reviewer(reviewer, DisableReviewer{at, "left"});
}
inline Submission with_roles(const char* reviewer, UtcTime at, std::vector<RoleGrant> roles) {
  return to_reviewer(reviewer, ChangeReviewer{at, std::move(roles)});
}

// A session that waits for a review, of a client whose reviews need two people.
struct Scene {
  History history;

  explicit Scene(std::uint64_t reviewers = 2) {
    must(with_reviewers(reviewers));
    for (const char* reviewer : {kAnna, kBert, kCora, kDora, kEmil, kFrida}) {
      must(registering_reviewer(reviewer, kStart));
    }
    must(creating(kAcme, kSession, kStart, Purpose::DocumentVerification));
    must(challenging(kSession, Step::Document, 1, kStart));
    must(sending_document(kSession, 1, image(1), kStart));
    CheckOutcome missing;
    missing.check = "DOCUMENT_AUTHENTICITY";
    missing.status = CheckStatus::NotPerformed;
    FinalizeSession finalize{kStart + kMinute, {}};
    finalize.findings.checks = {missing};
    must(to_session(kSession, finalize));
  }
  // Another session that waits for a review.
  SessionId in_review(std::uint64_t n) {
    const SessionId id = session_id(n);
    must(creating(kAcme, id, kStart, Purpose::DocumentVerification));
    must(challenging(id, Step::Document, n, kStart));
    must(sending_document(id, n, image(n), kStart));
    CheckOutcome missing;
    missing.status = CheckStatus::NotPerformed;
    FinalizeSession finalize{kStart + kMinute, {}};
    finalize.findings.checks = {missing};
    must(to_session(id, finalize));
    return id;
  }
  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }
  // The reviewer registers the passkey by a link.
  void must_add(const char* reviewer, Passkey passkey) {
    const LinkHash link(sha256("link of " + passkey.id));
    must(to_reviewer(reviewer, MakeReviewerLink{kStart, link, kStart + kMinute}));
    must(to_reviewer(reviewer, AddPasskey{kStart, std::move(passkey), link}));
  }
  template <class Command>
  void must_do(const Command& command) {
    Submission submission = to_session(kSession, command);
    if constexpr (Decides<Command>) {
      // The back office's, unless it is a registered reviewer's.
      if (submission.actor.kind == ActorKind::Device)
        submission.actor = {ActorKind::Client, kAcme.value()};
    }
    must(submission);
  }
  template <class Command>
  bool refuses(const Command& command, Refusal why) {
    return is_rejected(history.submit(to_session(kSession, command)), why);
  }
  Session session() { return Sessions::load(history.views(), kSession); }
  bool is_due_in(RetentionQueue queue, UtcTime since) {
    return history.views().holds(space::kRetention,
                                 Retention::key(queue, {since, kSession}, kAcme));
  }
  // The lines of sessions that wait: two of each, that of all and that of the client.
  std::size_t queued() {
    std::size_t lines = 0;
    for (const auto& [key, value] : history.views().entries()) {
      if (key.first == space::kReviews && key.second.starts_with('q')) ++lines;
    }
    return lines;
  }
  bool is_queued() { return queued() == 2; }

  // The first fault of the log after `change` was applied to each event.
  std::string fault_after(const std::function<void(RecordedEvent&)>& change) const {
    HistoryAudit audit;
    for (StoredEvent event : history.events()) {
      change(event.recorded);
      audit.next() = std::move(event);
      if (const auto fault = audit.take()) return fault->why;
    }
    const auto fault = audit.end();
    return fault ? fault->why : "";
  }
  template <class E>
  std::string fault_in(const std::function<void(E&)>& change) const {
    return fault_after([&](RecordedEvent& recorded) {
      if (auto* event = std::get_if<E>(&recorded.event)) change(*event);
    });
  }
};

inline const std::string kNotAllowed =
    "the rules of a session do not allow the event at this place";

}  // namespace countersign
