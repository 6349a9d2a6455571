#include "http/answers/answer_json.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "core/check.h"
#include "core/session/sandbox.h"
#include "core/session/session.h"
#include "http/answers/device_findings.h"
#include "http/answers/name_schemas.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

struct SessionAnswer {
  const SessionId& session;
  std::string_view token;
  const std::optional<std::string>& capture_url;
  const SessionCreated& created;
};

struct ChallengeAnswer {
  std::string_view nonce;
  std::uint64_t expires_in_seconds;
  const std::optional<ThresholdsJson>& thresholds;
};

struct LivenessChallengeAnswer {
  ChallengeAnswer challenge;
  std::vector<Action> actions;
};

// How a submission was judged.
struct StepOutcome {
  Step step = Step::Document;
  DeviceFindings found{};
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  bool step_complete = false;
  std::optional<Side> next_side{};
  std::optional<FileId> file{};
  Sha256 sha256{};
  std::optional<std::vector<FileId>> files{};  // of liveness
};

// The two kinds of an outcome, by which a client's types tell whether there is a code.
struct AcceptedStep : StepOutcome {};
struct RefusedStep : StepOutcome {};

// A text for people: the hint of the issue that the code names, else of the first error.
std::optional<std::string> detail_of(const StepOutcome& outcome) {
  if (!outcome.found.code) return std::nullopt;
  const std::vector<Issue>& issues = outcome.found.issues;
  auto issue = std::ranges::find(issues, *outcome.found.code, &Issue::code);
  if (issue == issues.end()) issue = std::ranges::find(issues, Severity::Error, &Issue::severity);
  const bool has_hint = issue != issues.end() && !issue->hint.empty();
  const std::string hint = has_hint ? issue->hint : "The submission was not accepted.";
  return outcome.attempts_remaining > 0 ? hint : "No attempt is left. " + hint;
}

bool is_accepted(const StepOutcome& outcome) { return !outcome.found.code; }

const std::optional<std::string>& code_of(const StepOutcome& outcome) { return outcome.found.code; }

std::optional<Action> failed_action_of(const StepOutcome& outcome) {
  return outcome.found.failed_action;
}

bool is_retryable(const StepOutcome& outcome) {
  return outcome.found.code && outcome.attempts_remaining > 0;
}

const std::vector<Issue>& issues_of(const StepOutcome& outcome) { return outcome.found.issues; }

// How a step ended that nobody judges.
struct EndedStep {};

struct OutcomeOf {
  using Found = std::optional<StepOutcome>;

  Found operator()(const DocumentAccepted& event) const {
    return StepOutcome{.step = Step::Document,
                       .found = device_findings(event),
                       .attempt = event.attempt,
                       .attempts_remaining = event.attempts_remaining,
                       .step_complete = event.step_complete,
                       .next_side = event.next_side,
                       .file = event.file.file,
                       .sha256 = event.file.sha256};
  }
  Found operator()(const DocumentRejected& event) const {
    return StepOutcome{.step = Step::Document,
                       .found = device_findings(event),
                       .attempt = event.attempt,
                       .attempts_remaining = event.attempts_remaining,
                       .step_complete = event.step_complete,
                       // Without an attempt left, no side can be sent again.
                       .next_side = event.attempts_remaining > 0 ? event.next_side : std::nullopt,
                       .sha256 = event.image.sha256};
  }
  Found operator()(const LivenessAccepted& event) const {
    check(!event.files.empty(), "an accepted liveness submission has at least one file");
    std::vector<FileId> files;
    for (const StoredFile& file : event.files) files.push_back(file.file);
    return StepOutcome{.step = Step::Liveness,
                       .found = device_findings(event),
                       .attempt = event.attempt,
                       .attempts_remaining = event.attempts_remaining,
                       .step_complete = true,
                       .file = event.files.front().file,
                       .sha256 = event.files.front().sha256,
                       .files = std::move(files)};
  }
  Found operator()(const LivenessRejected& event) const {
    check(!event.images.empty(), "a rejected liveness submission has at least one image");
    return StepOutcome{.step = Step::Liveness,
                       .found = device_findings(event),
                       .attempt = event.attempt,
                       .attempts_remaining = event.attempts_remaining,
                       .sha256 = event.images.front().sha256,
                       .files = std::vector<FileId>()};
  }
  Found operator()(const auto&) const { return std::nullopt; }
};

constexpr auto kCreated = [](const SessionAnswer& answer) -> const SessionCreated& {
  return answer.created;
};

const std::optional<ThresholdsJson>& thresholds_of_answer(const ChallengeAnswer& answer) {
  return answer.thresholds;
}

UtcTime link_expiry_of(const SessionCreated& created) {
  return created.link_expires_at.value_or(created.expires_at);
}

bool is_of_sandbox(const SessionFinalized& finalized) { return is_sandbox(finalized.engine); }

std::string finalized_results() {
  return open_names_schema({}, {}, {"PASSED", "FAILED", "REVIEW"}).json;
}

}  // namespace

template <>
constexpr auto members_of<SessionAnswer> = std::tuple_cat(
    members(Member{"sessionId", [](const SessionAnswer& answer) { return answer.session; }},
            Member{"sessionToken",
                   &SessionAnswer::token,
                   "The credential for the device.",
                   {.pattern = "^svct_[A-Za-z0-9_-]{43}$"}},
            Member{
                "captureUrl",
                [](const SessionAnswer& answer) { return answer.capture_url; },
                "Where a person opens the session in a browser; null if the server has no public "
                "URL, or the client no links.",
                {.format = "uri"}}),
    members_through(kCreated,
                    members(Member{"expiresAt", &SessionCreated::expires_at, "Of the token."},
                            Member{"linkExpiresAt",
                                   link_expiry_of,
                                   "Of the link: until then it gives a device a new token."},
                            Member{"purpose", &SessionCreated::purpose},
                            Member{"sandbox", &SessionCreated::sandbox})));

template <>
constexpr auto members_of<ChallengeAnswer> =
    members(Member{"nonce", &ChallengeAnswer::nonce, "For one submission."},
            Member{"expiresInSeconds", &ChallengeAnswer::expires_in_seconds},
            Member{"thresholds", thresholds_of_answer, {}, {.schema = thresholds_schema}});

template <>
constexpr auto members_of<LivenessChallengeAnswer> = std::tuple_cat(
    members_through(&LivenessChallengeAnswer::challenge, members_of<ChallengeAnswer>),
    members(Member{"actions", &LivenessChallengeAnswer::actions, "To be shown in this order."}));

template <>
constexpr auto members_of<Issue> =
    members(Member{"code", &Issue::code, {}, {.component = code_schema}},
            Member{"severity", &Issue::severity},
            Member{"value", milli(&Issue::value_milli), "The measured value."},
            Member{"threshold", milli(&Issue::threshold_milli), "The level for the value."},
            Member{"hint", &Issue::hint, "The remedy for the person."});

// The members that the two kinds of an outcome describe in different ways.
template <class Ok, class CodeOf, class Detail, class Retryable, class Stored>
constexpr auto outcome_members(
    Ok ok, CodeOf code, Detail detail, Retryable retryable, Stored file) {
  return members(
      Member{"ok", ok, "Whether the submission was accepted."},
      Member{"step", &StepOutcome::step},
      Member{"code", code, "Why the submission was refused.", {.component = code_schema}},
      Member{"detail", detail, "A text for people."},
      Member{"attempt", &StepOutcome::attempt, "Counts the side or liveness.", {.minimum = 1}},
      Member{"attemptsRemaining", &StepOutcome::attempts_remaining},
      Member{"stepComplete", &StepOutcome::step_complete},
      Member{"nextSide", &StepOutcome::next_side, "The side that is wanted next."},
      Member{"retryable", retryable, "Whether the same may be submitted again."},
      Member{"fileId", file, "The stored file; null if it was refused."},
      Member{"sha256", &StepOutcome::sha256, "The hash of the image, or of the first frame."},
      Member{"fileIds", &StepOutcome::files, "The frames of liveness.", {.left_out = true}},
      Member{"failedAction",
             failed_action_of,
             "The first action that was not seen.",
             {.left_out = true}},
      Member{"issues", issues_of, "Every problem that was found."});
}

template <>
constexpr auto members_of<StepOutcome> =
    outcome_members(is_accepted, code_of, detail_of, is_retryable, &StepOutcome::file);

template <>
constexpr auto members_of<AcceptedStep> = outcome_members(described<Always<true>>,
                                                          described<AlwaysNull>,
                                                          described<AlwaysNull>,
                                                          described<Always<false>>,
                                                          described<FileId>);

template <>
constexpr auto members_of<RefusedStep> = outcome_members(described<Always<false>>,
                                                         described<std::string>,
                                                         described<std::string>,
                                                         is_retryable,
                                                         described<AlwaysNull>);

template <>
constexpr auto members_of<EndedStep> = members(
    Member{"ok", [](const EndedStep&) { return true; }},
    Member{"step", [](const EndedStep&) { return Step::Liveness; }},
    Member{"state", [](const EndedStep&) { return StepState::NotPossible; }},
    Member{"code", [](const EndedStep&) { return std::optional<std::string>(); }, "Null."},
    Member{"detail",
           [](const EndedStep&) {
             return std::string_view("The step ends without a judgement; a review follows.");
           },
           "A text for people."},
    Member{"attemptsRemaining", [](const EndedStep&) { return std::uint32_t{0}; }},
    Member{"stepComplete", [](const EndedStep&) { return true; }, "The step takes nothing more."},
    Member{"retryable", [](const EndedStep&) { return false; }},
    Member{"issues", [](const EndedStep&) { return std::vector<Issue>(); }, "None."});

template <>
constexpr auto members_of<SessionFinalized> =
    members(Member{"result", &SessionFinalized::result, {}, {.schema = finalized_results}},
            Member{"detail", device_detail, "A text for people."},
            Member{"sandbox", is_of_sandbox});

std::string session_json(const SessionId& session,
                         std::string_view token,
                         const std::optional<std::string>& capture_url,
                         const SessionCreated& created) {
  return json_of(SessionAnswer{session, token, capture_url, created});
}
Schema session_schema() { return answer_schema_of<SessionAnswer>("Session"); }

std::string challenge_json(std::string_view nonce,
                           std::uint64_t expires_in_seconds,
                           const std::optional<ThresholdsJson>& thresholds,
                           const ChallengeIssued& issued) {
  const ChallengeAnswer challenge{nonce, expires_in_seconds, thresholds};
  if (issued.step == Step::Document) return json_of(challenge);
  return json_of(LivenessChallengeAnswer{challenge, issued.actions});
}
Schema document_challenge_schema() {
  return answer_schema_of<ChallengeAnswer>("DocumentChallenge");
}
Schema liveness_challenge_schema() {
  return answer_schema_of<LivenessChallengeAnswer>("LivenessChallenge");
}

std::optional<std::string> outcome_json(const Event& event) {
  if (std::holds_alternative<LivenessNotPossible>(event)) return json_of(EndedStep{});
  const auto outcome = std::visit(OutcomeOf{}, event);
  if (!outcome) return std::nullopt;
  return json_of(*outcome);
}
Schema outcome_schema() {
  return one_of_schema("StepOutcome",
                       "A business failure is ok: false; code and detail are null on success.",
                       {answer_schema_of<AcceptedStep>("AcceptedStep"),
                        answer_schema_of<RefusedStep>("RefusedStep")});
}

Schema not_possible_schema() {
  return answer_schema_of<EndedStep>("EndedStep", "The step's end, and never a failure.");
}

std::string finalize_json(const SessionFinalized& finalized) { return json_of(finalized); }
Schema finalize_schema() {
  return answer_schema_of<SessionFinalized>(
      "FinalizeOutcome", "A copy for the device; the backend's result is the authoritative one.");
}

}  // namespace countersign::http
