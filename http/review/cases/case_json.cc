#include "http/review/cases/case_json.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "core/checks/checks.h"
#include "core/session/review/review_reasons.h"
#include "core/session/review/review_rights.h"
#include "http/answers/review_part.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_schemas.h"

namespace countersign::http {
namespace {

// One check, with what a person could be told about it.
struct CaseCheck {
  CheckOutcome outcome;
  std::optional<std::string> hint;
  static Schema schema();
};

struct CaseFile {
  const StoredFile& file;
  bool looked = false;
  static Schema schema();
};

struct Settled {
  const Review& review;
  const std::vector<DeciderName>& names;
  const std::optional<std::string>& words;
};

struct CaseAttempt {
  const Attempt& attempt;
};

// Nothing is known of the places before a picture was drawn.
struct NoMarks {};

std::optional<Milli> milli_of_value(const std::optional<std::int64_t>& value) {
  return value ? std::optional(Milli{*value}) : std::nullopt;
}

std::string kind_of(const StoredFile& file) {
  if (file.kind != FileKind::Document) return "FACE";
  return file.side == Side::Back ? "DOCUMENT_BACK" : "DOCUMENT_FRONT";
}

// Returns the text that says what is wrong, for a check that warns or failed.
std::optional<std::string> hint_of(const CheckOutcome& outcome) {
  const bool found_wrong =
      outcome.status == CheckStatus::Warning || outcome.status == CheckStatus::Failed;
  if (!found_wrong) return std::nullopt;
  const auto check = parse_name<Check>(outcome.check);
  if (!check || row_of(*check).hint.empty()) return std::nullopt;
  return std::string(row_of(*check).hint);
}

std::vector<CaseCheck> checks_in(const ShownCase& shown) {
  std::vector<CaseCheck> checks;
  for (CheckOutcome& outcome : checks_of(shown.session)) {
    auto hint = hint_of(outcome);
    checks.push_back({std::move(outcome), std::move(hint)});
  }
  return checks;
}

std::vector<CaseFile> files_in(const ShownCase& shown) {
  std::vector<CaseFile> files;
  if (shown.session.purged_at) return files;
  for (const StoredFile& file : shown.session.files) {
    files.push_back({file, shown.looked.contains(file.file)});
  }
  return files;
}

std::vector<CaseAttempt> attempts_in(const ShownCase& shown) {
  std::vector<CaseAttempt> attempts;
  for (const Attempt& attempt : shown.session.attempts) attempts.push_back({attempt});
  return attempts;
}

std::optional<UtcTime> claim_of(const ShownCase& shown) {
  const auto& claim = shown.session.review.claim;
  const bool own =
      claim && claim->reviewer == shown.reviewer.id.value() && shown.now < claim->expires_at;
  return own ? std::optional(claim->expires_at) : std::nullopt;
}

std::optional<Settled> settled_of(const ShownCase& shown) {
  if (!shown.session.review.decision) return std::nullopt;
  return Settled{shown.session.review, shown.names, shown.again_words};
}

std::optional<UtcTime> waiting_since(const ShownCase& shown) {
  return waits_for_review(shown.session) ? shown.session.ended_at : std::nullopt;
}

std::vector<std::string_view> reasons_to_choose(const ShownCase&) {
  std::vector<std::string_view> names;
  for (const auto& entry : enum_names<ReviewReason>) names.push_back(entry.name);
  return names;
}

std::vector<ToldSentence> sentences_to_choose(const ShownCase& shown) {
  const auto& sentences = shown.client.policy.review_reasons;
  return sentences ? sentences->value() : std::vector<ToldSentence>();
}

// Both count the opinions of the decision, or, after the decision, of a correction that has begun.
std::uint64_t opinions_given(const ShownCase& shown) {
  const Review& review = shown.session.review;
  return review.decision ? review.correcting.size() : review.opinions.size();
}
std::uint64_t reviewers_needed(const ShownCase& shown) {
  if (opinions_given(shown) > 0) return 2;
  return std::max<std::uint64_t>(shown.client.policy.reviewers, shown.session.review.needed);
}

bool has_opinion(const ShownCase& shown) {
  return has_opinion_of(shown.session.review, shown.reviewer.id.value());
}
bool may_look(const ShownCase& shown) {
  const Session& session = shown.session;
  return may(
      shown.reviewer.roles, CaseAct::Look, session.client, session.review.decision.has_value());
}
bool may_correct(const ShownCase& shown) {
  const Review& review = shown.session.review;
  return review.decision && !review.successor && !shown.session.purged_at && !has_opinion(shown) &&
         shown.client.policy.corrections == Corrections::Allowed &&
         may(shown.reviewer.roles, CaseAct::Correct, shown.session.client, true);
}
bool may_take_over(const ShownCase& shown) {
  const Review& review = shown.session.review;
  const std::string& me = shown.reviewer.id.value();
  return waits_for_review(shown.session) && !has_opinion(shown) &&
         (is_claimed_by_another(review, me, shown.now) ||
          is_assigned_to_another(review, me, shown.now)) &&
         may(shown.reviewer.roles, CaseAct::TakeOver, shown.session.client);
}

bool may_assign(const ShownCase& shown) {
  return waits_for_review(shown.session) &&
         may(shown.reviewer.roles, CaseAct::Assign, shown.session.client);
}
bool may_hand_over(const ShownCase& shown) {
  return waits_for_review(shown.session) && !has_opinion(shown) && !shown.session.review.handed &&
         may(shown.reviewer.roles, CaseAct::HandOver, shown.session.client);
}
bool is_handed(const ShownCase& shown) { return shown.session.review.handed; }
std::optional<UtcTime> due_at(const ShownCase& shown) {
  if (!waits_for_review(shown.session)) return std::nullopt;
  return due_time(shown.session, shown.client.policy);
}
std::optional<std::string> assigned_to(const ShownCase& shown) {
  const auto& assigned = shown.session.review.assigned;
  if (!assigned || assigned->until <= shown.now) return std::nullopt;
  return assigned->to == shown.reviewer.id.value() ? "you" : "another";
}
std::optional<UtcTime> assigned_until(const ShownCase& shown) {
  return assigned_to(shown) ? std::optional(shown.session.review.assigned->until) : std::nullopt;
}
std::string assigned_to_schema() {
  return R"({"anyOf":[{"type":"string","enum":["you","another"]},{"type":"null"}]})";
}

const auto& zone_of(const ShownCase& shown) { return shown.values.zone; }
const auto& barcode_of(const ShownCase& shown) { return shown.values.barcode; }
const auto& printed_of(const ShownCase& shown) { return shown.values.printed; }

std::string null_schema() { return R"({"type":"null"})"; }

constexpr auto null_member(std::string_view name) {
  return Member{name,
                [](const auto&) -> std::optional<bool> { return std::nullopt; },
                {},
                {.schema = null_schema}};
}

constexpr auto kOutcome = [](const CaseCheck& check) -> const CheckOutcome& {
  return check.outcome;
};
constexpr auto kAttempt = [](const CaseAttempt& shown) -> const Attempt& { return shown.attempt; };
constexpr auto kReview = [](const Settled& settled) -> const Review& { return settled.review; };
constexpr auto kShown = [](const ShownCase& shown) -> const Session& { return shown.session; };

}  // namespace

template <>
constexpr auto members_of<CaseCheck> =
    std::tuple_cat(members_through(kOutcome,
                                   members(Member{"check", &CheckOutcome::check},
                                           Member{"side", &CheckOutcome::side},
                                           Member{"frame", &CheckOutcome::frame},
                                           Member{"status", &CheckOutcome::status},
                                           Member{"code", &CheckOutcome::code},
                                           Member{"value",
                                                  [](const CheckOutcome& outcome) {
                                                    return milli_of_value(outcome.value_milli);
                                                  }},
                                           Member{"level",
                                                  [](const CheckOutcome& outcome) {
                                                    return milli_of_value(outcome.threshold_milli);
                                                  }})),
                   members(Member{"hint", &CaseCheck::hint}));

template <>
constexpr auto members_of<NoMarks> = members(null_member("outline"),
                                             null_member("zone"),
                                             null_member("portrait"),
                                             null_member("face"));

template <>
constexpr auto members_of<CaseFile> =
    members(Member{"id", [](const CaseFile& file) { return file.file.file; }},
            Member{"kind", [](const CaseFile& file) { return kind_of(file.file); }},
            Member{"attempt", [](const CaseFile& file) { return file.file.seq; }},
            null_member("action"),
            Member{"width", [](const CaseFile& file) { return file.file.width; }},
            Member{"height", [](const CaseFile& file) { return file.file.height; }},
            Member{"sha256", [](const CaseFile& file) { return file.file.sha256; }},
            Member{"looked", &CaseFile::looked},
            Member{"marks",
                   [](const CaseFile&) { return NoMarks(); },
                   "Null here: the answer with the picture has the places."});

template <>
constexpr auto members_of<CaseAttempt> = members_through(kAttempt,
                                                         members(Member{"step", &Attempt::step},
                                                                 Member{"side", &Attempt::side},
                                                                 Member{"at", &Attempt::at},
                                                                 Member{"accepted", &Attempt::ok},
                                                                 Member{"code", &Attempt::code}));

template <>
constexpr auto members_of<EarlierSession> = members(Member{"sessionId", &EarlierSession::session},
                                                    Member{"at", &EarlierSession::at});

template <>
constexpr auto members_of<LinkedSession> = members(Member{"sessionId", &LinkedSession::session},
                                                   Member{"mayOpen", &LinkedSession::may_open});

template <>
constexpr auto members_of<DeciderName> = members(Member{"reviewer", &DeciderName::reviewer},
                                                 Member{"name", &DeciderName::name});

template <>
constexpr auto members_of<Settled> = std::tuple_cat(
    members_through(
        kReview,
        members(Member{"decision", [](const Review& review) { return *review.decision; }},
                Member{"reasons", &Review::reasons},
                Member{"decidedAt", [](const Review& review) { return *review.decided_at; }},
                Member{"correctedAt", &Review::corrected_at},
                Member{"reviewers", &Review::reviewers},
                Member{"signed", &Review::is_signed},
                Member{"earlier", &Review::earlier},
                Member{"steps", detail::steps_of_successor},
                Member{"told", &Review::told, "To the person."})),
    members(Member{"names",
                   [](const Settled& settled) { return settled.names; },
                   "Of the reviewers of the decision and of earlier ones, as far as the server has "
                   "them; none for those who do not see the reports."},
            Member{"words",
                   [](const Settled& settled) { return settled.words; },
                   "Of RESUBMIT: what the person was told; null for those who do not read the "
                   "texts of the case, and once the files of the other session are erased."}));

template <>
constexpr auto members_of<ShownHandOver> =
    members(Member{"at", &ShownHandOver::at},
            Member{"reviewer", &ShownHandOver::reviewer, "The name, or the id without a name."},
            Member{"words", &ShownHandOver::words, "Null once the files are purged."});

template <>
constexpr auto members_of<ShownCase> = std::tuple_cat(
    members_through(kShown,
                    members(Member{"sessionId", &Session::id},
                            Member{"client", &Session::client},
                            Member{"sandbox", &Session::sandbox},
                            Member{"purpose", &Session::purpose},
                            Member{"status", &Session::status},
                            Member{"userRef", &Session::user_ref},
                            Member{"createdAt", &Session::created_at},
                            Member{"endedAt", &Session::ended_at},
                            Member{"automaticResult", &Session::result},
                            Member{"reasons", &Session::reasons},
                            Member{"documentType", &Session::document_type})),
    members(Member{"clientName", [](const ShownCase& shown) { return shown.client.name; }},
            Member{"waitingSince", waiting_since},
            Member{"picturesUntil", &ShownCase::pictures_until, kPicturesUntil},
            Member{"dueAt", due_at, kDueAt},
            Member{"assignedTo", assigned_to, {}, {.schema = assigned_to_schema}},
            Member{"assignedUntil", assigned_until},
            Member{"handedOver", is_handed, "Whether the case is for a supervisor."},
            Member{"handOvers",
                   &ShownCase::hand_overs,
                   "The last 8, the oldest first; none for those who do not supervise the case."},
            Member{"checks", checks_in},
            Member{"attempts", attempts_in},
            Member{"files", files_in},
            Member{"earlierSessions", &ShownCase::earlier},
            Member{"predecessor", &ShownCase::predecessor, "Whose review asked for this capture."},
            Member{"successor", &ShownCase::successor, "In which the person captures again."},
            Member{"words", &ShownCase::words},
            Member{"values", zone_of, "Of the machine-readable zone."},
            Member{"barcodeValues", barcode_of},
            Member{"printedValues", printed_of, "Of what the zone or the bar code states."},
            Member{"claimExpiresAt", claim_of},
            Member{"opinionsGiven", opinions_given},
            Member{"reviewersNeeded", reviewers_needed},
            Member{"mayLook", may_look},
            Member{"mayCorrect", may_correct},
            Member{"mayTakeOver", may_take_over},
            Member{"mayHandOver", may_hand_over},
            Member{"mayAssign", may_assign},
            Member{"seen", &ShownCase::seen},
            Member{"root", &ShownCase::root},
            Member{"log", &ShownCase::log},
            Member{"review", settled_of},
            Member{"decisionReasons", reasons_to_choose},
            Member{"sentences",
                   sentences_to_choose,
                   "Of the client: one of them may be told to the person with a decision."}));

Schema CaseCheck::schema() { return answer_schema_of<CaseCheck>("CaseCheck"); }
Schema CaseFile::schema() { return answer_schema_of<CaseFile>("CaseFile"); }
Schema case_schema() { return answer_schema_of<ShownCase>("Case"); }

std::optional<UtcTime> due_time(const Session& session, const ClientPolicy& policy) {
  const std::uint64_t due_ms = due_ms_of(policy);
  if (due_ms == 0 || !session.review.since) return std::nullopt;
  return *session.review.since + Duration(std::chrono::milliseconds(due_ms));
}

std::string case_json(const ShownCase& shown) { return json_of(shown); }

}  // namespace countersign::http
