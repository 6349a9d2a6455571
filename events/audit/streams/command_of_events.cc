#include "events/audit/streams/command_of_events.h"

#include <utility>
#include <variant>

#include "core/checks/codes.h"
#include "core/event/event_ref.h"

namespace countersign {
namespace {

std::optional<std::uint64_t> seen_of(const std::optional<DecisionSignature>& signature) {
  return signature ? std::optional(signature->seen) : std::nullopt;
}

Findings findings_of(const auto& event) {
  return Findings{.issues = event.issues, .checks = event.checks, .engine = event.engine};
}

// decide() itself puts this refusal in front; it is not one of the findings.
std::vector<Issue> without_decided(std::vector<Issue> issues) {
  if (!issues.empty() && issues.front().code == name_of(Code::DocumentTypeMismatch)) {
    issues.erase(issues.begin());
  }
  return issues;
}

// The command that a decision may have come from, at a given time.
class CommandOf {
 public:
  using Made = std::optional<SessionCommand>;

  CommandOf(const Event& first, const RecordedEvent& last, UtcTime at, Found found)
      : first_(first), last_(last), at_(at), found_(found) {}

  Made make() const {
    return std::visit(
        [this]<class E>(const E& event) -> Made {
          if constexpr (EventOf<E, SessionEvent>) return of(event);
          return std::nullopt;
        },
        last_.event);
  }

 private:
  std::optional<NonceHash> nonce() const {
    const auto* consumed = std::get_if<NonceConsumed>(&first_);
    return consumed == nullptr ? std::nullopt : std::optional(consumed->nonce);
  }

  Made of(const ChallengeIssued& event) const {
    return IssueChallenge{at_, event.step, event.nonce, event.expires_at, event.actions};
  }
  Made of(const DocumentAccepted& event) const {
    if (!nonce()) return std::nullopt;
    SubmitDocument command{.at = at_, .nonce = *nonce(), .side = event.side};
    command.document_type = event.document_type;
    command.findings = findings_of(event);
    command.file = event.file;
    return command;
  }
  Made of(const DocumentRejected& event) const {
    if (!nonce()) return std::nullopt;
    SubmitDocument command{.at = at_, .nonce = *nonce(), .side = event.side};
    command.document_type = event.document_type;
    command.findings = findings_of(event);
    if (found_ == Found::ByDecide) {
      command.findings.issues = without_decided(std::move(command.findings.issues));
    }
    command.file.sha256 = event.image.sha256;
    command.file.size_bytes = event.image.size_bytes;
    return command;
  }
  Made of(const LivenessAccepted& event) const {
    if (!nonce()) return std::nullopt;
    SubmitLiveness command{.at = at_, .nonce = *nonce()};
    command.findings = findings_of(event);
    command.files = event.files;
    return command;
  }
  Made of(const LivenessRejected& event) const {
    if (!nonce()) return std::nullopt;
    SubmitLiveness command{.at = at_, .nonce = *nonce()};
    command.findings = findings_of(event);
    command.failed_action = event.failed_action;
    for (const RefusedImage& image : event.images) {
      StoredFile file;
      file.sha256 = image.sha256;
      file.size_bytes = image.size_bytes;
      command.files.push_back(std::move(file));
    }
    return command;
  }
  Made of(const SessionFinalized& event) const {
    return FinalizeSession{at_,
                           Findings{.issues = {}, .checks = event.checks, .engine = event.engine}};
  }
  Made of(const SessionExpired&) const { return ExpireSession{at_}; }
  Made of(const SessionCanceled& event) const { return CancelSession{at_, event.why}; }
  Made of(const HandoffOffered& event) const {
    return OfferHandoff{at_, event.code, event.expires_at};
  }
  Made of(const HandoffRefused& event) const {
    return RedeemCode{at_, JoinedBy::Handoff, event.code};
  }
  Made of(const DeviceJoined& event) const {
    return RedeemCode{at_, event.how, event.code, event.token, true, event.expires_at};
  }
  Made of(const HandoffTakenBack& event) const { return TakeHandoffBack{at_, event.token}; }
  Made of(const LinkRenewed& event) const { return RenewLink{at_, event.code, event.expires_at}; }
  Made of(const LinkTakenBack&) const { return TakeLinkBack{at_}; }
  Made of(const DocumentsDownloaded& event) const {
    return DownloadDocuments{at_, event.file, event.why};
  }
  Made of(const DocumentValuesRead& event) const { return ReadDocumentValues{at_, event.why}; }
  Made of(const LivenessNotPossible&) const { return ExcuseLiveness{at_}; }
  Made of(const ConsentGiven& event) const { return GiveConsent{at_, event.consent}; }
  Made of(const FilesPurged& event) const {
    return PurgeFiles{at_, event.reason, event.cutoff, event.why};
  }
  Made of(const HoldSet& event) const { return SetHold{at_, event.reason}; }
  Made of(const HoldReleased& event) const { return ReleaseHold{at_, event.reason}; }
  Made of(const ReviewClaimed& event) const {
    return ClaimReview{.at = at_,
                       .reviewer = event.reviewer,
                       .expires_at = event.expires_at,
                       .take_over = event.taken_from.has_value(),
                       .kept_until = event.kept_until,
                       .by_older_rules = last_.older_version == 1,
                       .at_any_assignment = true};
  }
  Made of(const ReviewReleased& event) const { return ReleaseReview{at_, event.reviewer}; }
  Made of(const ImageViewed& event) const { return ViewImage{at_, event.reviewer, event.file}; }
  // Whether the client needed two people is what its first opinion says, here and below;
  // decision_audit.h compares that with the client's policy.
  Made of(const ReviewDecided& event) const {
    return DecideReview{.at = at_,
                        .decision = event.decision,
                        .reasons = event.reasons,
                        .reviewer = event.reviewer,
                        .signature = event.signature,
                        .seen = seen_of(event.signature),
                        .opinions_needed = event.settles ? 1u : 2u,
                        .says_why_unlooked = true,
                        .looks_unasked = last_.older_version != 0,
                        .again = event.again,
                        .at_any_assignment = true,
                        .told = event.told,
                        .sentence_now = sentence_in(event.told)};
  }
  Made of(const ReviewOverdue& event) const { return ReportOverdue{at_, event.due_ms}; }
  Made of(const ReviewAssigned& event) const {
    return AssignReview{at_, event.reviewer, event.to, event.until};
  }
  Made of(const ReviewUnassigned& event) const { return UnassignReview{at_, event.reviewer}; }
  Made of(const ReviewHandedOver& event) const { return HandOverReview{at_, event.reviewer, true}; }
  Made of(const ReviewCorrected& event) const {
    return CorrectReview{.at = at_,
                         .decision = event.decision,
                         .reasons = event.reasons,
                         .reviewer = event.reviewer,
                         .signature = event.signature,
                         .seen = seen_of(event.signature),
                         .opinions_needed = event.settles ? 1u : 2u,
                         .by_older_rules = last_.older_version == 1,
                         .says_why_unlooked = true,
                         .looks_unasked = last_.older_version != 0,
                         .told = event.told,
                         .sentence_now = sentence_in(event.told)};
  }

  // The audit of a case compares the sentence with the client's policy (case_audit.h).
  static std::optional<std::string> sentence_in(const std::optional<ToldSentence>& told) {
    return told ? std::optional(told->sentence) : std::nullopt;
  }

  // These begin a session, or are the first of two events.
  Made of(const SessionCreated&) const { return std::nullopt; }
  Made of(const NonceConsumed&) const { return std::nullopt; }

  const Event& first_;
  const RecordedEvent& last_;
  const UtcTime at_;
  const Found found_;
};

}  // namespace

std::optional<SessionCommand> command_of(const Event& first,
                                         const RecordedEvent& last,
                                         UtcTime at,
                                         Found found) {
  return CommandOf(first, last, at, found).make();
}

}  // namespace countersign
