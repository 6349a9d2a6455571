#include "tools/terminal/event_sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "core/enum_names.h"
#include "core/text/counted.h"
#include "tools/terminal/quantity.h"

namespace countersign {
namespace {

// The characters of a hash that people compare.
constexpr std::size_t kShortHash = 12;

template <NamedEnum E>
std::string names_of(const std::vector<E>& values) {
  std::string names;
  for (const E value : values) {
    if (!names.empty()) names += ", ";
    names += name_of(value);
  }
  return names;
}

std::string in_brackets(const std::vector<std::string>& codes) {
  return codes.empty() ? "" : fmt::format(" ({})", fmt::join(codes, ", "));
}

std::string asked(const AskedAgain& again) {
  const auto& successor = again.successor;
  return ", asks again for " + names_of(again.steps) +
         (successor ? ", in session " + to_string(successor->session) : "");
}

std::string told(const std::optional<ToldSentence>& sentence) {
  return sentence ? ", tells " + sentence->name : "";
}

std::string attempt(std::uint32_t number, std::uint32_t remaining) {
  return fmt::format(", attempt {} of {}", number, number + remaining);
}

std::string warnings(const std::vector<Issue>& issues) {
  const auto count = static_cast<std::uint64_t>(std::ranges::count(
      issues, Severity::Warning, [](const Issue& issue) { return issue.severity; }));
  return count == 0 ? "" : ", " + counted(count, "warning");
}

std::string files_of(std::uint64_t count, std::uint64_t size_bytes) {
  return counted(count, "file") + ", " + rounded_bytes(size_bytes);
}

std::string_view by(KeyWord word) {
  switch (word) {
    case KeyWord::Link:
      return "by the link";
    case KeyWord::Passkey:
      return "by another passkey";
    case KeyWord::Provider:
      return "by the identity provider's login";
    case KeyWord::Operator:
      return "by an operator";
    case KeyWord::Unsaid:
      return "by an earlier release";
  }
  return "";
}

std::string listed(const std::vector<RoleGrant>& roles) {
  std::string text;
  for (const RoleGrant& grant : roles) {
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", name_of(grant.role), grant.client);
  }
  return text;
}

std::string because(const std::string& reason) { return reason.empty() ? "" : ": " + reason; }
std::string because(const std::optional<StatedReason>& why) {
  return why ? because(why->value()) : "";
}
std::string by(const std::string& reviewer) { return reviewer.empty() ? "" : " by " + reviewer; }

std::string_view words_of(PurgeReason reason) {
  switch (reason) {
    case PurgeReason::Retention:
      return "by retention";
    case PurgeReason::Erasure:
      return "on request";
    case PurgeReason::Restore:
      return "after a restore";
  }
  return "";
}

std::string_view words_of(EndReason reason) {
  switch (reason) {
    case EndReason::NeverStarted:
      return "never started";
    case EndReason::NotFinalized:
      return "not finalized";
    case EndReason::Canceled:
      return "canceled";
  }
  return "";
}

std::string_view words_of(WebhookStop reason) {
  switch (reason) {
    case WebhookStop::Requested:
      return "by request";
    case WebhookStop::Exhausted:
      return "an event could not be delivered";
    case WebhookStop::Gone:
      return "its receiver answered 410";
    case WebhookStop::Unproven:
      return "its address did not answer the challenge";
  }
  return "";
}

// One function for each type of event: a new one does not compile without its sentence.
struct Sentence {
  EventSentence operator()(const SessionCreated& event) const {
    const auto& before = event.predecessor;
    return {fmt::format("session opened for {}{}, {} a step{}",
                        name_of(event.purpose),
                        event.sandbox ? " in the sandbox" : "",
                        counted(event.attempts_allowed, "attempt"),
                        before ? ", after session " + to_string(before->session) : "")};
  }
  EventSentence operator()(const ChallengeIssued& event) const {
    return {fmt::format("challenge issued for {}{}",
                        name_of(event.step),
                        event.actions.empty() ? "" : ": " + names_of(event.actions))};
  }
  EventSentence operator()(const NonceConsumed& event) const {
    return {fmt::format("nonce spent on a submission for {}", name_of(event.step))};
  }
  EventSentence operator()(const DocumentAccepted& event) const {
    return {fmt::format("document {} accepted{}{}",
                        name_of(event.side),
                        attempt(event.attempt, event.attempts_remaining),
                        warnings(event.issues)),
            Style::Good};
  }
  EventSentence operator()(const DocumentRejected& event) const {
    return {fmt::format("document {} rejected: {}{}{}",
                        name_of(event.side),
                        event.code,
                        attempt(event.attempt, event.attempts_remaining),
                        event.step_failed ? ", step failed" : ""),
            Style::Bad};
  }
  EventSentence operator()(const LivenessAccepted& event) const {
    return {fmt::format("liveness accepted{}, {}{}",
                        attempt(event.attempt, event.attempts_remaining),
                        counted(event.files.size(), "frame"),
                        warnings(event.issues)),
            Style::Good};
  }
  EventSentence operator()(const LivenessRejected& event) const {
    std::string action;
    if (event.failed_action) action = fmt::format(" at {}", name_of(*event.failed_action));
    return {fmt::format("liveness rejected: {}{}{}{}",
                        event.code,
                        action,
                        attempt(event.attempt, event.attempts_remaining),
                        event.step_failed ? ", step failed" : ""),
            Style::Bad};
  }
  EventSentence operator()(const SessionFinalized& event) const {
    const std::string_view result = name_of(event.result);
    return {fmt::format(
                "capture finalized: {}{}",
                result,
                event.reasons.empty() ? "" : fmt::format(" ({})", fmt::join(event.reasons, ", "))),
            style_of_status(result)};
  }
  EventSentence operator()(const SessionExpired& event) const {
    return {fmt::format("session expired, {}", words_of(event.reason))};
  }
  EventSentence operator()(const SessionCanceled& event) const {
    return {event.why ? "session canceled" + because(event.why) : "session canceled by its client"};
  }
  EventSentence operator()(const DocumentsDownloaded& event) const {
    return {fmt::format("{} downloaded: {}{}",
                        event.file ? "file" : "bundle",
                        files_of(event.file_count, event.size_bytes),
                        because(event.why))};
  }
  EventSentence operator()(const FilesPurged& event) const {
    return {fmt::format("files purged {}: {}{}",
                        words_of(event.reason),
                        files_of(event.files.size(), event.size_bytes),
                        because(event.why))};
  }
  EventSentence operator()(const HoldSet& event) const {
    return {"legal hold set" + because(event.reason)};
  }
  EventSentence operator()(const HoldReleased& event) const {
    return {"legal hold released" + because(event.reason)};
  }
  EventSentence operator()(const DocumentValuesRead& event) const {
    if (!event.why) return {"values of the document read"};
    return {"all sealed texts read" + because(event.why)};
  }
  EventSentence operator()(const LivenessNotPossible&) const {
    return {"liveness not possible for this person"};
  }
  EventSentence operator()(const ConsentGiven& event) const {
    return {fmt::format("consent given to version {}", event.consent.version)};
  }
  EventSentence operator()(const HandoffOffered&) const {
    return {"handoff to another device offered"};
  }
  EventSentence operator()(const HandoffRefused&) const {
    return {"handoff refused: wrong number", Style::Bad};
  }
  EventSentence operator()(const DeviceJoined& event) const {
    return {fmt::format("device joined by {}", name_of(event.how))};
  }
  EventSentence operator()(const HandoffTakenBack&) const { return {"handoff taken back"}; }
  EventSentence operator()(const LinkRenewed& event) const {
    return {fmt::format("link renewed until {}", to_string(event.expires_at))};
  }
  EventSentence operator()(const LinkTakenBack&) const { return {"link taken back"}; }
  EventSentence operator()(const ReviewClaimed& event) const {
    const std::string from = event.taken_from ? " from " + *event.taken_from : "";
    return {"review taken" + by(event.reviewer) + from};
  }
  EventSentence operator()(const ReviewReleased& event) const {
    return {"review given back" + by(event.reviewer)};
  }
  EventSentence operator()(const ImageViewed& event) const {
    return {fmt::format("image {} viewed{}", to_string(event.file), by(event.reviewer))};
  }
  EventSentence operator()(const ReviewDecided& event) const {
    const std::string_view decision = name_of(event.decision);
    return {fmt::format("{}{}: {}{}{}{}{}{}",
                        event.settles ? "review decided" : "opinion on the review given",
                        by(event.reviewer),
                        decision,
                        in_brackets(event.reasons),
                        event.again ? asked(*event.again) : "",
                        told(event.told),
                        event.signature ? ", signed" : "",
                        event.not_looked_at.empty() ? "" : ", without a look"),
            style_of_status(decision)};
  }
  EventSentence operator()(const ReviewCorrected& event) const {
    const std::string_view decision = name_of(event.decision);
    return {fmt::format("{}{}: {} ({}){}{}{}",
                        event.settles ? "review corrected" : "opinion on a correction given",
                        by(event.reviewer),
                        decision,
                        fmt::join(event.reasons, ", "),
                        told(event.told),
                        event.signature ? ", signed" : "",
                        event.not_looked_at.empty() ? "" : ", without a look"),
            style_of_status(decision)};
  }
  EventSentence operator()(const ReviewOverdue&) const { return {"review overdue", Style::Bad}; }
  EventSentence operator()(const ReviewAssigned& event) const {
    return {fmt::format(
        "review assigned{} to {} until {}", by(event.reviewer), event.to, to_string(event.until))};
  }
  EventSentence operator()(const ReviewUnassigned& event) const {
    return {"assigned review taken back" + by(event.reviewer)};
  }
  EventSentence operator()(const ReviewHandedOver& event) const {
    return {"review handed to a supervisor" + by(event.reviewer)};
  }
  EventSentence operator()(const ClientRegistered& event) const {
    return {fmt::format("{}client {} registered with secret {}",
                        event.sandbox ? "sandbox " : "",
                        event.name,
                        event.secret_id)};
  }
  EventSentence operator()(const ClientChanged& event) const {
    return {fmt::format("client {} changed", event.name)};
  }
  EventSentence operator()(const SecretAdded& event) const {
    return {fmt::format("secret {} added", event.secret_id)};
  }
  EventSentence operator()(const SecretRevoked& event) const {
    return {fmt::format("secret {} revoked", event.secret_id)};
  }
  EventSentence operator()(const ClientDisabled& event) const {
    return {"client disabled" + because(event.reason)};
  }
  EventSentence operator()(const ClientClosed& event) const {
    return {fmt::format("client closed, all files purged at {}{}",
                        to_string(event.purge_at),
                        because(event.reason))};
  }
  EventSentence operator()(const CapturePageChanged& event) const {
    return {fmt::format("capture page changed, links {}", event.page.links ? "on" : "off")};
  }
  EventSentence operator()(const ClientLogoChanged& event) const {
    if (!event.logo) return {"logo removed"};
    return {fmt::format("logo changed: {} of {} x {} pixels",
                        name_of(event.logo->format),
                        event.logo->width,
                        event.logo->height)};
  }
  EventSentence operator()(const ConsentTextChanged& event) const {
    const std::string where = event.language ? " in " + *event.language : "";
    if (!event.consent) return {"consent text removed" + where};
    return {fmt::format("consent text changed{}: version {}", where, event.consent->version)};
  }
  EventSentence operator()(const WebhookRegistered& event) const {
    return {fmt::format("webhook {} registered: {}", event.webhook.value(), event.url)};
  }
  EventSentence operator()(const WebhookChanged& event) const {
    return {fmt::format("webhook {} changed: {}", event.webhook.value(), event.url)};
  }
  EventSentence operator()(const WebhookSecretRotated& event) const {
    return {fmt::format("webhook {} got secret {}", event.webhook.value(), event.generation)};
  }
  EventSentence operator()(const WebhookDisabled& event) const {
    return {fmt::format("webhook {} disabled: {}", event.webhook.value(), words_of(event.reason)),
            event.reason == WebhookStop::Requested ? Style::Plain : Style::Bad};
  }
  EventSentence operator()(const WebhookEnabled& event) const {
    return {fmt::format("webhook {} enabled", event.webhook.value())};
  }
  EventSentence operator()(const WebhookReplayed& event) const {
    return {fmt::format(
        "webhook {} put back behind event {}", event.webhook.value(), event.after.value())};
  }
  EventSentence operator()(const WebhookDeleted& event) const {
    return {fmt::format("webhook {} removed", event.webhook.value())};
  }
  EventSentence operator()(const WebhookProven& event) const {
    return {fmt::format("webhook {} proven: {}", event.webhook.value(), event.url)};
  }
  EventSentence operator()(const WebhookTested& event) const {
    return {fmt::format("webhook {} tested", event.webhook.value())};
  }
  EventSentence operator()(const KeyDestroyed& event) const {
    return {fmt::format("key slot {} destroyed, the keys of {} kept",
                        event.slot,
                        counted(event.sessions_kept, "session"))};
  }
  EventSentence operator()(const MasterKeyRotated& event) const {
    return {fmt::format("master key rotated, {} wrapped again", counted(event.slots, "key slot"))};
  }
  EventSentence operator()(const LeavesReserved& event) const {
    return {fmt::format("key slot {}: leaves {} to {} may be handed out",
                        event.slot,
                        event.from,
                        std::max(event.to, std::uint32_t{1}) - 1)};
  }
  EventSentence operator()(const KeyPunctured& event) const {
    return {fmt::format("key of session {} erased, in {}",
                        to_string(event.session),
                        counted(event.leaves.size(), "key slot"))};
  }
  EventSentence operator()(const ReviewerRegistered& event) const {
    return {"reviewer registered as " + listed(event.roles)};
  }
  EventSentence operator()(const ReviewerChanged& event) const {
    return {"reviewer is now " + listed(event.roles)};
  }
  EventSentence operator()(const ReviewerLinkMade& event) const {
    return {fmt::format("link for a passkey made, good until {}", to_string(event.expires_at))};
  }
  EventSentence operator()(const ReviewerKeyAdded& event) const {
    return {fmt::format("passkey registered {}, for {}", by(event.by), event.passkey.origin)};
  }
  EventSentence operator()(const ReviewerKeyRevoked& event) const {
    return {fmt::format("passkey revoked {}", by(event.by))};
  }
  EventSentence operator()(const ReviewerDisabled& event) const {
    return {"reviewer disabled" + because(event.reason)};
  }
  EventSentence operator()(const ReviewerLoggedIn& event) const {
    return {
        fmt::format("reviewer logged in with {}",
                    event.method == LoginMethod::Passkey ? "a passkey" : "the identity provider")};
  }
  EventSentence operator()(const ThresholdsRecorded& event) const {
    const std::string hash = to_hex(event.sha256.value());
    return {fmt::format("threshold set {} recorded", hash.substr(0, kShortHash))};
  }
  EventSentence operator()(const LogBegun& event) const {
    return {fmt::format("log begun by version {}", event.version)};
  }
};

}  // namespace

EventSentence sentence_of(const Event& event) { return std::visit(Sentence{}, event); }

}  // namespace countersign
