#include "http/answers/session_json.h"

#include <algorithm>
#include <functional>

#include "core/ascii.h"
#include "core/check.h"
#include "core/inspection/decode/image_format.h"
#include "http/answers/name_schemas.h"
#include "http/answers/review_part.h"
#include "http/answers/session_labels.h"
#include "http/answers/step_progress.h"
#include "http/json/json_of.h"
#include "http/sealed/sealed_values.h"

namespace countersign::http {
namespace {

struct StatusAnswer {
  const Session& session;
  UtcTime now;
  std::optional<TokenHash> token;
};

struct ResultAnswer {
  const Session& session;
  UtcTime now;
  const RetentionPeriods& kept;
  const OpenedParts& opened;
};

struct FileEntry {
  const Session& session;
  const StoredFile& file;
  static Schema schema();
};

struct JudgedPart {
  std::string_view part;
  const EngineVersion& engine;
};

// The parts of a result that are objects of their own.
struct DocumentPart {
  std::optional<DocumentType> type;
  std::vector<Side> sides;
  const OpenedValues& values;
};
struct LivenessPart {
  StepState state;
  const std::optional<std::string>& words;
};
struct FilesPart {
  std::uint64_t stored;
  bool purged;
  std::optional<UtcTime> purge_at;
};
struct LogPart {
  std::uint64_t last_sequence;
};

// A member that is a function of the answer's session.
template <class Get>
constexpr auto of_session(Get get) {
  return [get](const auto& answer) -> decltype(auto) { return std::invoke(get, answer.session); };
}

// A member that is a function of the answer's session and time.
template <class Get>
constexpr auto at_time(Get get) {
  return [get](const auto& answer) { return get(answer.session, answer.now); };
}

std::vector<Step> steps_completed(const Session& session) {
  std::vector<Step> completed = steps_of(session.purpose);
  std::erase_if(completed,
                [&](Step step) { return state_of(session, step) != StepState::Completed; });
  return completed;
}

std::string detail_at(const Session& session, UtcTime now) {
  switch (status_at(session, now)) {
    case SessionStatus::Created:
      return "The capture has not begun.";
    case SessionStatus::InProgress:
      return "The capture is not finished.";
    case SessionStatus::Completed:
      return decided_detail(session);
    case SessionStatus::Expired:
      return "The session expired before it was finalized.";
    case SessionStatus::Canceled:
      return "The session was canceled.";
  }
  check(false, "a session status is an enumerator of SessionStatus");
  return {};
}

// An engine without a name means that the part is not judged yet.
std::vector<JudgedPart> judged_parts(const Session& session) {
  std::vector<JudgedPart> parts;
  const auto add = [&](std::string_view part, const EngineVersion& engine) {
    if (!engine.name.empty()) parts.push_back({part, engine});
  };
  add("FRONT", session.front.engine);
  add("BACK", session.back.engine);
  add("LIVENESS", session.liveness.engine);
  if (session.status == SessionStatus::Completed) add("FINALIZE", session.engine);
  return parts;
}

template <std::string EngineVersion::*Text>
std::optional<std::string_view> text_or_null(const EngineVersion& engine) {
  const std::string& text = engine.*Text;
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

std::vector<FileEntry> file_entries(const Session& session) {
  std::vector<FileEntry> entries;
  for (const StoredFile& file : session.files) entries.push_back({session, file});
  return entries;
}

DocumentPart document_part(const ResultAnswer& answer) {
  return {answer.session.document_type, captured_sides(answer.session), answer.opened.values};
}

std::optional<LivenessPart> liveness_part(const ResultAnswer& answer) {
  if (!has_step(answer.session.purpose, Step::Liveness)) return std::nullopt;
  return LivenessPart{state_of(answer.session, Step::Liveness), answer.opened.words};
}

const std::optional<std::string>& words_of(const LivenessPart& part) { return part.words; }

const auto& mrz_of(const DocumentPart& part) { return part.values.zone; }
const auto& barcode_of(const DocumentPart& part) { return part.values.barcode; }
const auto& printed_of(const DocumentPart& part) { return part.values.printed; }

FilesPart files_part(const ResultAnswer& answer) {
  return {answer.session.files.size(),
          answer.session.purged_at.has_value(),
          purge_time(answer.session, answer.now, answer.kept)};
}

std::optional<ReviewPart> review_of(const ResultAnswer& answer) {
  return review_part(answer.session.review, answer.opened.note, answer.opened.without_look);
}

std::optional<SessionId> successor_of(const Session& session) {
  const auto& successor = session.review.successor;
  return successor ? std::optional(successor->session) : std::nullopt;
}

const std::optional<std::string>& capture_url_of(const ResultAnswer& answer) {
  return answer.opened.capture_url;
}

LogPart log_part(const Session& session) { return {session.last_sequence}; }

UtcTime entry_stored_at(const FileEntry& entry) { return stored_at(entry.session, entry.file); }

const std::string& version_of(const Consent& consent) { return consent.text.version; }
const Sha256& hash_of(const Consent& consent) { return consent.text.sha256; }

bool is_purged(const Session& session) { return session.purged_at.has_value(); }

bool is_older(const StatusAnswer& answer) { return is_handed_off(answer.session, answer.token); }
bool is_giver(const StatusAnswer& answer) {
  return is_older(answer) && takes_device_calls(answer.session, answer.now) &&
         may_take_back(answer.session, answer.token);
}

constexpr auto kFile = [](const FileEntry& entry) -> const StoredFile& { return entry.file; };
constexpr auto kEngine = [](const JudgedPart& judged) -> const EngineVersion& {
  return judged.engine;
};

}  // namespace

template <>
constexpr auto members_of<StatusAnswer> =
    members(Member{"status", at_time(status_at)},
            Member{"currentStep", of_session(current_step), "The next action of the device."},
            Member{"stepsCompleted", of_session(steps_completed)},
            Member{"resultStatus", at_time(result_status_at)},
            Member{"purpose", of_session(&Session::purpose)},
            Member{"sandbox", of_session(&Session::sandbox)},
            Member{"expiresAt", of_session(&Session::token_expires_at)},
            Member{"version", of_session(&Session::version), "Counts the session's events."},
            Member{"handedOff",
                   is_older,
                   "Whether another device goes on, and this token may only ask for the status."},
            Member{"canTakeBack",
                   is_giver,
                   "Whether this device gave the session to the other, and may take it back."},
            Member{"steps", of_session(steps_in), "The steps of the purpose, in their order."});

template <>
constexpr auto members_of<CheckOutcome> = members(
    Member{"check", &CheckOutcome::check, {}, {.component = check_schema}},
    Member{"status", &CheckOutcome::status},
    Member{"code", &CheckOutcome::code, "Why the check did not pass.", {.component = code_schema}},
    Member{"value", milli(&CheckOutcome::value_milli), "The measured value."},
    Member{"threshold", milli(&CheckOutcome::threshold_milli), "The level for the value."},
    Member{"side", &CheckOutcome::side, "The side of the document."},
    Member{"frame", &CheckOutcome::frame, "The frame that shows it.", {.minimum = 1}},
    Member{"engine", &CheckOutcome::engine, "The engine, if another than the part's."});

template <>
constexpr auto members_of<Attempt> = members(
    Member{"step", &Attempt::step},
    Member{"side", &Attempt::side, "The side of the document."},
    Member{"attempt", &Attempt::attempt, "Counts the side or liveness.", {.minimum = 1}},
    Member{"at", &Attempt::at},
    Member{"ok", &Attempt::ok},
    Member{"code", &Attempt::code, "Why the attempt was refused.", {.component = code_schema}});

template <>
constexpr auto members_of<DocumentPart> =
    members(Member{"documentType", &DocumentPart::type, "As the device declared it."},
            Member{"sidesCaptured", &DocumentPart::sides},
            Member{"mrz",
                   mrz_of,
                   "The values of the machine-readable zone, only for clients with that "
                   "permission."},
            Member{"barcode", barcode_of, "The values of the bar code, for the same clients."},
            Member{"printed",
                   printed_of,
                   "What stands in the print of what the zone or the bar code states, for the "
                   "same clients."});

template <>
constexpr auto members_of<LivenessPart> =
    members(Member{"state", &LivenessPart::state},
            Member{"words",
                   words_of,
                   "The person's own words, if they cannot perform the actions; null once the "
                   "files are purged."});

template <>
constexpr auto members_of<FilesPart> =
    members(Member{"stored", &FilesPart::stored, "The number of files."},
            Member{"purged", &FilesPart::purged, "Whether the bytes of the files are deleted."},
            Member{"purgeAt", &FilesPart::purge_at, "When retention deletes the bytes."});

template <>
constexpr auto members_of<ModelFile> = members(Member{"name", &ModelFile::name},
                                               Member{"sha256", &ModelFile::sha256});

template <>
constexpr auto members_of<EngineVersion> =
    members(Member{"name", text_or_null<&EngineVersion::name>},
            Member{"version", text_or_null<&EngineVersion::version>},
            Member{"thresholds", &EngineVersion::thresholds, "The hash of the threshold set."},
            Member{"models", &EngineVersion::models, "The models that the operator gave."});

template <>
constexpr auto members_of<JudgedPart> =
    std::tuple_cat(members(Member{"part", &JudgedPart::part, "A side, LIVENESS or FINALIZE."}),
                   members_through(kEngine, members_of<EngineVersion>));

template <>
constexpr auto members_of<LogPart> = members(Member{"lastSequence",
                                                    &LogPart::last_sequence,
                                                    "The sequence of the session's last event.",
                                                    {.minimum = 1}});

template <>
constexpr auto members_of<Consent> =
    members(Member{"version", version_of, "The operator's name for the text."},
            Member{"sha256", hash_of, "Of the text."},
            Member{"givenAt", &Consent::given_at});

template <>
constexpr auto members_of<ResultAnswer> =
    members(Member{"sessionId", of_session(&Session::id)},
            Member{"userRef", of_session(&Session::user_ref), "As it was given to create."},
            Member{"labels", of_session(labels_json), {}, {.schema = labels_schema}},
            Member{"purpose", of_session(&Session::purpose)},
            Member{"sandbox", of_session(&Session::sandbox)},
            Member{"status", at_time(status_at)},
            Member{"endReason", at_time(end_reason_at), "Why it ended without a finalize."},
            Member{"resultStatus",
                   at_time(result_status_at),
                   "What counts: the decision of a review, else what the machine said."},
            Member{"automaticResult",
                   of_session(automatic_result),
                   "What the machine said, for ever; null until then."},
            Member{"review", review_of, "The decision of people; null until there is one."},
            Member{"predecessor",
                   of_session(&Session::predecessor),
                   "The session whose review asked for this one."},
            Member{"successor",
                   of_session(successor_of),
                   "The session in which the person is asked to capture again."},
            Member{"captureUrl",
                   capture_url_of,
                   "The link of the successor; only in the answer to the decision that asks again.",
                   {.left_out = true, .format = "uri"}},
            Member{"detail", at_time(detail_at), "A text for people."},
            Member{"reasons",
                   of_session(&Session::reasons),
                   "The machine's; none if it passed.",
                   {.component = code_schema}},
            Member{"createdAt", of_session(&Session::created_at)},
            Member{"startedAt", of_session(&Session::started_at)},
            Member{"completedAt", at_time(completed_at), "When it ended, however it ended."},
            Member{"expiresAt", of_session(&Session::expires_at)},
            Member{"checks", of_session(checks_of), "The checks that count."},
            Member{"attempts", of_session(&Session::attempts), "The judged submissions."},
            Member{"document", document_part},
            Member{"liveness", liveness_part, "Null if the purpose has no liveness."},
            Member{"files", files_part},
            Member{"consent",
                   of_session(&Session::consent),
                   "The client's text that the person consented to last."},
            Member{"engine", of_session(&Session::engine), "The engine of the last judgement."},
            Member{"engines", of_session(judged_parts), "The engine that judged each part."},
            Member{"log", of_session(log_part)});

template <>
constexpr auto members_of<FileEntry> = std::tuple_cat(
    members_through(kFile,
                    members(Member{"id", &StoredFile::file},
                            Member{"kind", &StoredFile::kind},
                            Member{"side", &StoredFile::side, "The side of a document."},
                            Member{"seq", &StoredFile::seq, "Counts its kind.", {.minimum = 1}},
                            Member{"contentType", &StoredFile::format},
                            Member{"sizeBytes", &StoredFile::size_bytes},
                            Member{
                                "sha256", &StoredFile::sha256, "The hash of the bytes received."})),
    members(Member{"createdAt", entry_stored_at},
            Member{"purged", of_session(is_purged), "Whether its bytes are deleted."}));

Schema FileEntry::schema() { return answer_schema_of<FileEntry>("Document"); }

std::string status_json(const Session& session,
                        UtcTime now,
                        const std::optional<TokenHash>& token) {
  return json_of(StatusAnswer{session, now, token});
}
Schema status_schema() { return answer_schema_of<StatusAnswer>("Status"); }

std::string result_json(const Session& session,
                        UtcTime now,
                        const RetentionPeriods& kept,
                        const OpenedParts& opened) {
  return json_of(ResultAnswer{session, now, kept, opened});
}
Schema result_schema() {
  return answer_schema_of<ResultAnswer>("Result", "The same shape at every moment of a session.");
}

std::string documents_json(const Session& session) { return json_of(file_entries(session)); }
Schema documents_schema() { return answer_schema_of<std::vector<FileEntry>>("Documents"); }

UtcTime stored_at(const Session& session, const StoredFile& file) {
  const Step step = file.kind == FileKind::Document ? Step::Document : Step::Liveness;
  const auto accepted = std::ranges::find_if(session.attempts, [&](const Attempt& attempt) {
    return attempt.ok && attempt.step == step && attempt.side == file.side;
  });
  check(accepted != session.attempts.end(),
        "a stored file of a session belongs to an accepted attempt");
  return accepted->at;
}

std::string name_of_file(const StoredFile& file) {
  std::string name = lower_case(name_of(file.kind));
  if (file.side) name += "-" + lower_case(name_of(*file.side));
  name += "-" + std::to_string(file.seq) + "-" + to_string(file.file) + ".";
  name += file_extension(file.format);
  return name;
}

std::optional<UtcTime> purge_time(const Session& session,
                                  UtcTime now,
                                  const RetentionPeriods& kept) {
  if (session.held || session.purged_at) return std::nullopt;
  const auto period = status_at(session, now) != SessionStatus::Completed ? kept.unfinished
                      : waits_for_review(session)                         ? kept.waiting()
                                                                          : kept.completed;
  const UtcTime due = kept_since(session) + period;
  return kept.no_later_than ? std::min(due, *kept.no_later_than) : due;
}

}  // namespace countersign::http
