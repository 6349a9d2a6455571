#include "tests/torture/campaigns/linear/model.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace countersign::torture {
namespace {

using State = SessionModel::State;
using Status = SessionModel::Status;
using Nonce = SessionModel::Nonce;

constexpr int kAttempts = 5;      // for each side and for liveness
constexpr int kUnusedNonces = 8;  // per step
constexpr const char* kSessionInvalid = "401 SVC_SESSION_INVALID";
constexpr const char* kAttemptsExhausted = "409 SVC_ATTEMPTS_EXHAUSTED";
constexpr const char* kChallengeInvalid = "400 SVC_CHALLENGE_INVALID ";

constexpr const char* kCalls[] = {
    "challenge", "submit", "finalize", "cancel", "purge", "status", "result", "documents"};
constexpr const char* kParts[] = {"FRONT", "BACK", "LIVENESS"};
constexpr const char* kForced[] = {"fails", "passes", "ends in REVIEW", "ends in FAILED"};
constexpr const char* kStatuses[] = {"CREATED", "IN_PROGRESS", "COMPLETED", "CANCELED"};

template <class Enum>
std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}
const char* step_of(Part part) { return part == Part::Liveness ? "LIVENESS" : "DOCUMENT"; }
bool is_same_step(Part one, Part other) {
  return (one == Part::Liveness) == (other == Part::Liveness);
}

bool is_active(const State& at) {
  return at.status == Status::Created || at.status == Status::InProgress;
}
bool is_known(const State& at, int key) { return at.keys.contains(key); }

// Returns `after` if the operation has the response `text` and is no replay, or has no response;
// else nullopt.
std::optional<State> if_told(const Operation& operation, const std::string& text, State after) {
  if (operation.is_answered && (operation.told.text != text || operation.told.replayed)) {
    return std::nullopt;
  }
  return after;
}

// Whether `told` agrees with `known`. An empty `known` is not known yet, and becomes `told`.
bool agrees(std::string& known, const std::string& told) {
  if (known.empty()) known = told;
  return known == told;
}

// Whether the response says of the session only that it accepts calls. The cause of such a response
// is looked for among the overlapping calls (unprovoked()).
bool is_passing(const Operation& operation) {
  return operation.told.text == kKeyInUse ||
         (operation.call == Call::Submit && operation.told.text == kTooMany);
}

}  // namespace

std::string text_of(const Operation& operation) {
  std::string text = std::to_string(operation.called) + " to " +
                     std::to_string(operation.returned) + " " + kCalls[index_of(operation.call)];
  const bool is_of_a_part = operation.call == Call::Challenge || operation.call == Call::Submit;
  if (is_of_a_part) {
    text += std::string(" ") + kParts[index_of(operation.part)] + " nonce " +
            std::to_string(operation.nonce);
  }
  if (operation.call == Call::Submit) {
    text += std::string(" ") + kForced[index_of(operation.forced)];
  }
  if (operation.key != Operation::kNone) {
    text +=
        " key " + std::to_string(operation.key) + " request " + std::to_string(operation.request);
  }
  text += operation.is_answered ? ": " + operation.told.text : ": no answer";
  if (operation.told.replayed) text += " (replayed)";
  for (const std::string& file : operation.told.files) text += " " + file;
  return text;
}

std::string text_of(const History& history) {
  std::string text;
  for (const Operation& operation : history) text += text_of(operation) + "\n";
  return text;
}

std::vector<std::string> unprovoked(const History& history, int uploads_of_a_session) {
  std::vector<std::string> wrong;
  for (const Operation& refused : history) {
    if (!is_passing(refused)) continue;
    const bool by_key = refused.told.text == kKeyInUse;
    const auto others = std::ranges::count_if(history, [&](const Operation& other) {
      const bool overlaps = other.called < refused.returned && refused.called < other.returned;
      const bool counts = by_key ? other.key == refused.key : other.call == Call::Submit;
      return &other != &refused && overlaps && counts;
    });
    if (others >= (by_key ? 1 : uploads_of_a_session)) continue;
    wrong.push_back("refused beside " + std::to_string(others) + " others: " + text_of(refused));
  }
  return wrong;
}

std::string SessionModel::State::text() const {
  std::string text = kStatuses[index_of(status)];
  text += purged ? " purged " : " ";
  for (const Nonce nonce : nonces) text += static_cast<char>('0' + index_of(nonce));
  text += " " + judged + " " + result + " " + kForced[index_of(worst)];
  for (const std::string& file : files) text += " file " + file;
  for (const auto& [key, kept] : keys) {
    text += " key " + std::to_string(key) + "=" + std::to_string(kept.request) + " " + kept.text +
            " " + kept.body;
  }
  return text;
}

SessionModel::SessionModel(const Settings& settings, const History& history) : settings_(settings) {
  for (const Operation& operation : history) {
    if (operation.call != Call::Challenge || operation.nonce == Operation::kNone) continue;
    const auto number = static_cast<std::size_t>(operation.nonce);
    if (number >= issues_.size()) issues_.resize(number + 1);
    issues_[number] = {operation.part, operation.called, operation.returned};
  }
}

State SessionModel::first() const {
  State state;
  state.nonces.resize(issues_.size(), Nonce::NotIssued);
  return state;
}

// ---- steps ----------------------------------------------------------------------------

bool SessionModel::has(Part part) const {
  return part != Part::Liveness || settings_.purpose == Purpose::FullCapture;
}

bool SessionModel::is_exhausted(const State& at, Part part) const {
  return !at.accepted[index_of(part)] && at.attempts[index_of(part)] >= kAttempts;
}

bool SessionModel::wants_back(const State& at) const {
  return settings_.has_back && at.accepted[index_of(Part::Front)];
}

bool SessionModel::document_has_failed(const State& at) const {
  return is_exhausted(at, Part::Front) || (wants_back(at) && is_exhausted(at, Part::Back));
}

bool SessionModel::document_is_complete(const State& at) const {
  return at.accepted[index_of(Part::Front)] &&
         (!wants_back(at) || at.accepted[index_of(Part::Back)]);
}

bool SessionModel::is_reachable(Part part, const State& at) const {
  if (!has(part)) return false;
  return part != Part::Liveness || document_is_complete(at);
}

std::string SessionModel::current_step(const State& at) const {
  if (document_has_failed(at)) return "FINALIZE";
  if (!document_is_complete(at)) return "DOCUMENT";
  const bool liveness_is_over =
      at.accepted[index_of(Part::Liveness)] || is_exhausted(at, Part::Liveness);
  return has(Part::Liveness) && !liveness_is_over ? "LIVENESS" : "FINALIZE";
}

std::string SessionModel::out_of_sequence(const State& at) const {
  return "409 SVC_STEP_OUT_OF_SEQUENCE " + current_step(at);
}

// Returns "" if the step is not over.
std::string SessionModel::why_step_is_over(const State& at, Part part) const {
  const bool is_liveness = part == Part::Liveness;
  const bool failed = is_liveness ? is_exhausted(at, part) : document_has_failed(at);
  if (failed) return kAttemptsExhausted;
  const bool complete = is_liveness ? at.accepted[index_of(part)] : document_is_complete(at);
  return complete ? out_of_sequence(at) : "";
}

// The front is sent first, then the back.
std::string SessionModel::why_side_is_refused(const State& at, Part part) const {
  if (part == Part::Liveness) return "";
  if (at.accepted[index_of(part)]) return out_of_sequence(at);
  return part == Part::Back && !wants_back(at) ? out_of_sequence(at) : "";
}

// ---- nonces ---------------------------------------------------------------------------

SessionModel::Age SessionModel::age_of(int nonce, const Operation& operation) const {
  const Issue& issue = issues_[static_cast<std::size_t>(nonce)];
  const Nanoseconds ttl = settings_.nonce_ttl.count();
  const Nanoseconds margin = settings_.clock_margin.count();
  if (operation.returned < issue.called + ttl - margin) return Age::Fresh;
  return operation.called > issue.returned + ttl + margin ? Age::Expired : Age::Unsure;
}

int SessionModel::unused(const State& at, const Operation& operation, bool at_most) const {
  int count = 0;
  for (std::size_t i = 0; i < at.nonces.size(); ++i) {
    if (at.nonces[i] != Nonce::Unused || !is_same_step(issues_[i].part, operation.part)) continue;
    const Age age = age_of(static_cast<int>(i), operation);
    count += age == Age::Fresh || (at_most && age == Age::Unsure);
  }
  return count;
}

std::optional<State> SessionModel::challenge(const State& before,
                                             const Operation& operation) const {
  if (!is_reachable(operation.part, before)) {
    return if_told(operation, out_of_sequence(before), before);
  }
  const std::string over = why_step_is_over(before, operation.part);
  if (!over.empty()) return if_told(operation, over, before);
  const bool is_refused = operation.told.text == kTooMany;
  if (is_refused && unused(before, operation, true) >= kUnusedNonces) return before;
  if (unused(before, operation, false) >= kUnusedNonces) return std::nullopt;
  State after = before;
  after.status = Status::InProgress;
  after.nonces[static_cast<std::size_t>(operation.nonce)] = Nonce::Unused;
  return if_told(operation, "200", std::move(after));
}

// ---- submissions ----------------------------------------------------------------------

std::optional<State> SessionModel::submit(const State& before, const Operation& operation) const {
  if (!is_reachable(operation.part, before)) {
    return if_told(operation, out_of_sequence(before), before);
  }
  const auto is_refused = [&](const char* reason) {
    return if_told(operation, std::string(kChallengeInvalid) + reason, before);
  };
  const int nonce = operation.nonce;
  const auto number = static_cast<std::size_t>(nonce);
  const bool is_of_here = nonce != Operation::kNone && before.nonces[number] != Nonce::NotIssued &&
                          is_same_step(issues_[number].part, operation.part);
  if (!is_of_here) return is_refused("UNKNOWN");
  if (before.nonces[number] == Nonce::Used) return is_refused("ALREADY_USED");
  const Age age = age_of(nonce, operation);
  if (age == Age::Expired) return is_refused("EXPIRED");
  if (age == Age::Unsure && operation.is_answered) {
    if (const auto expired = is_refused("EXPIRED")) return expired;
  }
  return redeem(before, operation);
}

// Submits with a valid nonce.
std::optional<State> SessionModel::redeem(const State& before, const Operation& operation) const {
  const std::string over = why_step_is_over(before, operation.part);
  if (!over.empty()) return if_told(operation, over, before);
  const std::string not_this_side = why_side_is_refused(before, operation.part);
  if (!not_this_side.empty()) return if_told(operation, not_this_side, before);
  return judge(before, operation);
}

std::string SessionModel::code_of(const State& after, const Operation& operation) const {
  const std::string step = step_of(operation.part);
  const bool is_last = after.attempts[index_of(operation.part)] == kAttempts;
  return step + (is_last ? "_ATTEMPTS_EXHAUSTED" : "_BLURRY");
}

// Uses the words of submission_text() in session.cc.
std::string SessionModel::outcome(const State& after, const Operation& operation) const {
  const bool ok = operation.forced != Forced::Fails;
  const int attempt = after.attempts[index_of(operation.part)];
  const bool is_document = operation.part != Part::Liveness;
  const bool complete = is_document ? document_is_complete(after) : ok;
  const bool back_is_next = is_document && wants_back(after) && !complete &&
                            (ok || (operation.part == Part::Back && attempt < kAttempts));
  return "200 " + (ok ? "ok" : code_of(after, operation)) + " attempt " + std::to_string(attempt) +
         " of " + std::to_string(kAttempts) + (complete ? " complete" : "") +
         (back_is_next ? " BACK" : "");
}

std::optional<State> SessionModel::judge(const State& before, const Operation& operation) const {
  const Reply& told = operation.told;
  const bool ok = operation.forced != Forced::Fails;
  const std::size_t part = index_of(operation.part);
  State after = before;
  after.nonces[static_cast<std::size_t>(operation.nonce)] = Nonce::Used;
  ++after.attempts[part];
  after.accepted[part] = ok;
  after.judged += std::string(kParts[part]) + " " + std::to_string(after.attempts[part]) + " " +
                  (ok ? "ok" : code_of(after, operation)) + ";";
  if (operation.is_answered && told.files.size() != (ok ? 1 : 0)) return std::nullopt;
  if (ok) {
    after.worst = std::max(after.worst, operation.forced);
    after.files.push_back(told.files.empty() ? "" : told.files.front());
  }
  const std::string text = outcome(after, operation);
  if (operation.key != Operation::kNone) {
    const int file = ok ? static_cast<int>(after.files.size()) - 1 : Operation::kNone;
    after.keys[operation.key] = {operation.request, text, told.body, file};
  }
  return if_told(operation, text, std::move(after));
}

// ---- the end --------------------------------------------------------------------------

std::optional<State> SessionModel::finalize(const State& before, const Operation& operation) const {
  if (current_step(before) != "FINALIZE") {
    return if_told(operation, out_of_sequence(before), before);
  }
  const bool failed = document_has_failed(before) || is_exhausted(before, Part::Liveness) ||
                      before.worst == Forced::EndsInFailure;
  State after = before;
  after.status = Status::Completed;
  after.result = before.worst == Forced::EndsInReview ? "REVIEW" : "PASSED";
  if (failed) after.result = "FAILED";
  const std::string text = "200 " + after.result;
  if (operation.key != Operation::kNone) {
    after.keys[operation.key] = {operation.request, text, operation.told.body, Operation::kNone};
  }
  return if_told(operation, text, std::move(after));
}

std::optional<State> SessionModel::cancel(const State& before, const Operation& operation) const {
  if (!is_active(before)) return if_told(operation, "409 SVC_SESSION_NOT_ACTIVE", before);
  State after = before;
  after.status = Status::Canceled;
  return if_told(operation, "200 CANCELED", std::move(after));
}

// A second purge is answered like the first.
std::optional<State> SessionModel::purge(const State& before, const Operation& operation) const {
  State after = before;
  if (is_active(before)) after.status = Status::Canceled;
  after.purged = true;
  const std::string text = std::string("200 ") + kStatuses[index_of(after.status)] + " purged";
  return if_told(operation, text, std::move(after));
}

// ---- keys -----------------------------------------------------------------------------

std::optional<State> SessionModel::repeat(const State& before, const Operation& operation) const {
  if (before.keys.at(operation.key).request == operation.request) return replay(before, operation);
  return if_told(
      operation, is_active(before) ? "422 SVC_IDEMPOTENCY_MISMATCH" : kSessionInvalid, before);
}

std::optional<State> SessionModel::replay(const State& before, const Operation& operation) const {
  if (!operation.is_answered) return before;
  const Reply& told = operation.told;
  State after = before;
  Kept& kept = after.keys.at(operation.key);
  const bool has_file = kept.file != Operation::kNone;
  if (!told.replayed || told.text != kept.text || told.files.size() != (has_file ? 1 : 0)) {
    return std::nullopt;
  }
  if (!agrees(kept.body, told.body)) return std::nullopt;
  if (has_file && !agrees(after.files[static_cast<std::size_t>(kept.file)], told.files.front())) {
    return std::nullopt;
  }
  return after;
}

// ---- reads ----------------------------------------------------------------------------

std::string SessionModel::step_text(const State& at, Part part) const {
  const bool is_document = part != Part::Liveness;
  const Part in_turn = is_document && wants_back(at) ? Part::Back : part;
  const bool failed = is_document ? document_has_failed(at) : is_exhausted(at, part);
  const bool complete = is_document ? document_is_complete(at) : at.accepted[index_of(part)];
  return std::string(" ") + step_of(part) + " " +
         (failed ? "FAILED" : (complete ? "COMPLETED" : "PENDING")) + " " +
         std::to_string(at.attempts[index_of(in_turn)]);
}

std::string SessionModel::status_text(const State& at) const {
  std::string text = std::string("200 ") + kStatuses[index_of(at.status)] + " " + current_step(at) +
                     step_text(at, Part::Front);
  if (has(Part::Liveness)) text += step_text(at, Part::Liveness);
  return text;
}

std::string SessionModel::result_text(const State& at) const {
  std::string result = at.result;
  if (result.empty()) result = is_active(at) ? "PENDING" : "NOT_EVALUATED";
  return std::string("200 ") + kStatuses[index_of(at.status)] + " " + result + " " + at.judged +
         " " + std::to_string(at.files.size()) + " files" + (at.purged ? " purged" : "");
}

std::optional<State> SessionModel::documents(const State& before,
                                             const Operation& operation) const {
  const std::vector<std::string>& told = operation.told.files;
  const bool purged = before.purged && !before.files.empty();
  State after = before;
  if (told.size() != after.files.size()) return std::nullopt;
  for (std::size_t i = 0; i < told.size(); ++i) {
    if (!agrees(after.files[i], told[i])) return std::nullopt;
  }
  return if_told(operation, purged ? "200 purged" : "200", std::move(after));
}

// ---- calls ----------------------------------------------------------------------------

std::optional<State> SessionModel::device_call(const State& before,
                                               const Operation& operation) const {
  const bool is_repeated = is_known(before, operation.key);
  // After the end, a call without a known key gets no other answer than kSessionInvalid.
  if (is_passing(operation) && (is_active(before) || is_repeated)) return before;
  if (is_repeated) return repeat(before, operation);
  if (!is_active(before)) return if_told(operation, kSessionInvalid, before);
  if (operation.call == Call::Challenge) return challenge(before, operation);
  if (operation.call == Call::Submit) return submit(before, operation);
  if (operation.call == Call::Finalize) return finalize(before, operation);
  return if_told(operation, status_text(before), before);
}

std::optional<State> SessionModel::step(const State& before, const Operation& operation) const {
  // Busy: the call has used up nothing.
  if (operation.told.status == 503) return before;
  switch (operation.call) {
    case Call::Challenge:
    case Call::Submit:
    case Call::Finalize:
    case Call::Status:
      return device_call(before, operation);
    case Call::Cancel:
      return cancel(before, operation);
    case Call::Purge:
      return purge(before, operation);
    case Call::Result:
      return if_told(operation, result_text(before), before);
    case Call::Documents:
      return documents(before, operation);
  }
  return std::nullopt;
}

}  // namespace countersign::torture
