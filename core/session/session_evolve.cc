// evolve(): applies an event to the session that it happened to.
#include <algorithm>

#include "core/checks/checks.h"
#include "core/session/review/desk_rules.h"
#include "core/session/review/review_rules.h"
#include "core/session/session.h"

namespace countersign {
namespace {

// The checks of a person's liveness that were not made, since the person cannot do it.
std::vector<CheckOutcome> excused_checks() {
  std::vector<CheckOutcome> checks;
  for (const Check check : {Check::LivenessFace, Check::LivenessPresentationAttack}) {
    CheckOutcome& outcome = checks.emplace_back();
    outcome.check = name_of(check);
    outcome.status = CheckStatus::NotPerformed;
    outcome.code = name_of(Code::LivenessNotPossible);
  }
  return checks;
}

struct ApplySessionEvent {
  Session& session;
  const EventPlace& place;
  UtcTime at = place.at;

  void operator()(const SessionCreated& event) const {
    session.exists = true;
    session.client = event.client;
    session.purpose = event.purpose;
    session.token = event.token;
    session.first_token = {event.token, event.expires_at};
    session.token_expires_at = event.expires_at;
    session.link.expires_at = event.link_expires_at.value_or(event.expires_at);
    session.language = event.language;
    session.documents = event.documents;
    session.return_url = event.return_url;
    session.attempts_allowed = event.attempts_allowed;
    session.user_ref = event.user_ref;
    session.labels = event.labels;
    session.origin_allowlist = event.origin_allowlist;
    session.sandbox = event.sandbox;
    session.created_at = at;
    if (!event.predecessor) return;
    session.predecessor = event.predecessor->session;
    if (place.is_sealed) session.asked_again = place.sequence;
  }
  void operator()(const ChallengeIssued& event) const {
    if (!session.started_at) session.started_at = at;
    session.status = SessionStatus::InProgress;
    session.challenges.push_back({event.step, event.nonce, event.expires_at, event.actions, false});
    forget_old_challenges();
  }
  void operator()(const NonceConsumed& event) const {
    for (Challenge& challenge : session.challenges) {
      if (challenge.step == event.step && challenge.nonce == event.nonce) challenge.used = true;
    }
  }
  void operator()(const DocumentAccepted& event) const {
    Progress& progress = event.side == Side::Front ? session.front : session.back;
    progress = {event.attempt, true, event.checks, event.engine};
    if (event.side == Side::Front) session.document_type = event.document_type;
    use_link();
    session.attempts.push_back({Step::Document, event.side, event.attempt, at, true, std::nullopt});
    session.files.push_back(event.file);
    session.engine = event.engine;
    if (place.is_sealed) session.sealed_values = place.sequence;
  }
  void operator()(const DocumentRejected& event) const {
    Progress& progress = event.side == Side::Front ? session.front : session.back;
    progress = {event.attempt, false, event.checks, event.engine};
    use_link();
    session.attempts.push_back({Step::Document, event.side, event.attempt, at, false, event.code});
    session.engine = event.engine;
  }
  void operator()(const LivenessAccepted& event) const {
    session.liveness = {event.attempt, true, event.checks, event.engine};
    use_link();
    session.attempts.push_back(
        {Step::Liveness, std::nullopt, event.attempt, at, true, std::nullopt});
    session.files.insert(session.files.end(), event.files.begin(), event.files.end());
    session.engine = event.engine;
  }
  void operator()(const LivenessRejected& event) const {
    session.liveness = {event.attempt, false, event.checks, event.engine};
    use_link();
    session.attempts.push_back(
        {Step::Liveness, std::nullopt, event.attempt, at, false, event.code});
    session.engine = event.engine;
  }
  // The checks of refused attempts no longer count.
  void operator()(const LivenessNotPossible&) const {
    session.status = SessionStatus::InProgress;
    if (!session.started_at) session.started_at = at;
    use_link();
    session.liveness_excused = place.sequence;
    session.liveness.checks = excused_checks();
  }
  void operator()(const SessionFinalized& event) const {
    end(SessionStatus::Completed, std::nullopt, event.result);
    session.detail = event.detail;
    session.reasons = event.reasons;
    session.final_checks = event.checks;
    session.engine = event.engine;
    if (event.result != ResultStatus::Review) return;
    session.review.asked = place.sequence;
    session.review.since = at;
    session.review.changed = place.sequence;
  }
  void operator()(const SessionExpired& event) const {
    end(SessionStatus::Expired, event.reason, ResultStatus::NotEvaluated);
  }
  void operator()(const SessionCanceled&) const {
    end(SessionStatus::Canceled, EndReason::Canceled, ResultStatus::NotEvaluated);
  }
  void operator()(const HandoffOffered& event) const {
    session.handoff = {event.code, event.expires_at};
    ++session.handoffs;
  }
  void operator()(const HandoffRefused&) const { session.handoff.reset(); }
  // An offer of the device that has lost the session ends with that device's rights.
  void operator()(const DeviceJoined& event) const {
    if (event.how == JoinedBy::Handoff) {
      session.givers.push_back(session.token);
    } else {
      session.givers.clear();
      session.through_link = session.link.renewals;
    }
    give_to(event.token, event.expires_at.value_or(session.token_expires_at));
    forget_oldest_token();
  }
  // Those to which the device gave the session, directly or not, have nothing to take back.
  void operator()(const HandoffTakenBack& event) const {
    session.givers.erase(std::ranges::find(session.givers, event.token), session.givers.end());
    give_to(event.token, session.token_expires_at);
  }
  void operator()(const LinkRenewed& event) const {
    session.link = {event.code, event.expires_at, false, false, session.link.renewals + 1};
  }
  // The device that joined by the link loses the session too, and so does every device that got the
  // session from there.
  void operator()(const LinkTakenBack&) const {
    session.link.taken_back = true;
    if (session.through_link != session.link.renewals) return;
    session.givers.clear();
    session.through_link.reset();
    give_to(session.first_token.token, session.first_token.expires_at);
  }
  void operator()(const DocumentsDownloaded&) const { ++session.downloads; }
  void operator()(const DocumentValuesRead&) const {}
  void operator()(const ConsentGiven& event) const { session.consent = Consent{event.consent, at}; }
  void operator()(const FilesPurged&) const {
    session.purged_at = at;
    session.review.claim.reset();
    session.review.looks.clear();
    session.review.assigned.reset();
    session.review.handed = false;
    session.review.changed = place.sequence;
  }
  void operator()(const HoldSet&) const { session.held = true; }
  void operator()(const HoldReleased&) const { session.held = false; }
  void operator()(const ReviewClaimed& event) const { apply(session.review, event); }
  void operator()(const ImageViewed& event) const { apply(session.review, event); }
  void operator()(const ReviewReleased& event) const { apply(session.review, event); }
  void operator()(const ReviewDecided& event) const { apply(session.review, event, place); }
  void operator()(const ReviewCorrected& event) const { apply(session.review, event, place); }
  void operator()(const ReviewOverdue& event) const { apply(session.review, event, place); }
  void operator()(const ReviewAssigned& event) const { apply(session.review, event); }
  void operator()(const ReviewUnassigned&) const { session.review.assigned.reset(); }
  void operator()(const ReviewHandedOver& event) const { apply(session.review, event, place); }

 private:
  // Makes `token` that of the capturing device. The token before it may only ask for the status.
  void give_to(const TokenHash& token, UtcTime expires_at) const {
    std::erase(session.older_tokens, token);
    session.older_tokens.push_back(session.token);
    session.token = token;
    session.token_expires_at = expires_at;
    session.handoff.reset();
  }

  // Drops the oldest token if there are too many, but not the creation's or the first giver's.
  void forget_oldest_token() const {
    session.dropped_token.reset();
    if (session.older_tokens.size() < kTokensMax) return;
    const auto oldest = std::ranges::find_if(session.older_tokens, [&](const TokenHash& older) {
      const bool is_giver = !session.givers.empty() && older == session.givers.front();
      return older != session.first_token.token && !is_giver;
    });
    session.dropped_token = *oldest;
    std::erase(session.givers, *oldest);
    session.older_tokens.erase(oldest);
  }

  // A device has submitted something: the link by which it came opens nothing any more.
  void use_link() const {
    if (session.through_link.value_or(0) == session.link.renewals) session.link.used = true;
  }

  void end(SessionStatus status, std::optional<EndReason> reason, ResultStatus result) const {
    session.status = status;
    session.end_reason = reason;
    session.result = result;
    session.ended_at = at;
    session.challenges.clear();
    session.handoff.reset();
  }

  // Removes the oldest challenge that can no longer be redeemed. A redeemable one is kept: there
  // are never more of them than the maximum for two steps.
  void forget_old_challenges() const {
    auto& challenges = session.challenges;
    while (challenges.size() > kChallengesRemembered) {
      const auto spent = std::ranges::find_if(challenges, [&](const Challenge& challenge) {
        return challenge.used || challenge.expires_at <= at;
      });
      challenges.erase(spent == challenges.end() ? challenges.begin() : spent);
    }
  }
};

// A session whose link no device has used waits as long as the link lives.
UtcTime expiry_of(const Session& session) {
  return session.link.used ? session.token_expires_at
                           : std::max(session.token_expires_at, session.link.expires_at);
}

}  // namespace

void evolve(Session& session, EventRef<SessionEvent> event, const EventPlace& place) {
  if (const auto id = session_of(place.stream)) session.id = *id;
  advance(session, place);
  event.visit(ApplySessionEvent{session, place});
  session.expires_at_before = session.expires_at;
  if (!has_ended(session)) session.expires_at = expiry_of(session);
}

}  // namespace countersign
