#include "http/answers/session_json.h"

#include <algorithm>
#include <cctype>

#include "core/check.h"
#include "core/inspection/decode/image_format.h"
#include "core/text/json_writer.h"

namespace countersign::http {
namespace {

template <NamedEnum E>
void names(JsonWriter& json, std::string_view key, const std::vector<E>& values) {
  json.key(key).begin_array();
  for (const E value : values) json.text(name_of(value));
  json.end_array();
}

void steps(JsonWriter& json, const Session& session) {
  json.key("steps").begin_array();
  for (const Step step : steps_of(session.purpose)) {
    json.begin_object()
        .member("step", step)
        .member("state", state_of(session, step))
        .member("attemptsUsed", attempts_used(session, step))
        .member("attemptsRemaining", attempts_remaining(session, step));
    const bool document = step == Step::Document;
    names(json, "requiredSides", document ? required_sides(session) : std::vector<Side>());
    names(json, "capturedSides", document ? captured_sides(session) : std::vector<Side>());
    json.end_object();
  }
  json.end_array();
}

std::vector<Step> steps_completed(const Session& session) {
  std::vector<Step> completed = steps_of(session.purpose);
  std::erase_if(completed,
                [&](Step step) { return state_of(session, step) != StepState::Completed; });
  return completed;
}

// A session that ended without a finalize was not evaluated.
ResultStatus result_status_at(const Session& session, UtcTime now) {
  switch (status_at(session, now)) {
    case SessionStatus::Created:
    case SessionStatus::InProgress:
      return ResultStatus::Pending;
    case SessionStatus::Completed:
      return session.result;
    case SessionStatus::Expired:
    case SessionStatus::Canceled:
      return ResultStatus::NotEvaluated;
  }
  check(false, "a session status is an enumerator of SessionStatus");
  return ResultStatus::Pending;
}

std::string detail_at(const Session& session, UtcTime now) {
  switch (status_at(session, now)) {
    case SessionStatus::Created:
      return "The capture has not begun.";
    case SessionStatus::InProgress:
      return "The capture is not finished.";
    case SessionStatus::Completed:
      return session.detail;
    case SessionStatus::Expired:
      return "The session expired before it was finalized.";
    case SessionStatus::Canceled:
      return "The session was canceled.";
  }
  check(false, "a session status is an enumerator of SessionStatus");
  return {};
}

// Returns when the session ended or expired; nullopt while it is open.
std::optional<UtcTime> completed_at(const Session& session, UtcTime now) {
  if (session.ended_at) return session.ended_at;
  if (status_at(session, now) == SessionStatus::Expired) return session.expires_at;
  return std::nullopt;
}

void checks(JsonWriter& json, const Session& session) {
  json.key("checks").begin_array();
  for (const CheckOutcome& check : checks_of(session)) {
    json.begin_object()
        .member("check", check.check)
        .member("status", check.status)
        .member("code", check.code);
    json.milli_member("value", check.value_milli);
    json.milli_member("threshold", check.threshold_milli);
    json.member("side", check.side)
        .member("frame", check.frame)
        .member("engine", check.engine)
        .end_object();
  }
  json.end_array();
}

void attempts(JsonWriter& json, const Session& session) {
  json.key("attempts").begin_array();
  for (const Attempt& attempt : session.attempts) {
    json.begin_object()
        .member("step", attempt.step)
        .member("side", attempt.side)
        .member("attempt", attempt.attempt)
        .member("at", attempt.at)
        .member("ok", attempt.ok)
        .member("code", attempt.code)
        .end_object();
  }
  json.end_array();
}

void files(JsonWriter& json, const Session& session, UtcTime now, const RetentionPeriods& kept) {
  json.key("files")
      .begin_object()
      .member("stored", static_cast<std::uint64_t>(session.files.size()))
      .member("purged", session.purged_at.has_value())
      .member("purgeAt", purge_time(session, now, kept))
      .end_object();
}

void document(JsonWriter& json, const Session& session, const std::optional<std::string>& mrz) {
  json.key("document").begin_object().member("documentType", session.document_type);
  names(json, "sidesCaptured", captured_sides(session));
  json.key("mrz");
  if (mrz) {
    json.raw(*mrz);
  } else {
    json.null();
  }
  json.end_object();
}

void engine_members(JsonWriter& json, const EngineVersion& engine) {
  const auto or_null = [&](std::string_view key, const std::string& value) {
    if (value.empty()) {
      json.key(key).null();
    } else {
      json.member(key, value);
    }
  };
  or_null("name", engine.name);
  or_null("version", engine.version);
  json.key("thresholds");
  if (engine.thresholds) {
    json.text(to_hex(engine.thresholds->value()));
  } else {
    json.null();
  }
  json.key("models").begin_array();
  for (const ModelFile& model : engine.models) {
    json.begin_object()
        .member("name", model.name)
        .member("sha256", to_hex(model.sha256.value()))
        .end_object();
  }
  json.end_array();
}

// Writes the engine of the latest judgement, and the engine that judged each part. An engine
// without a name means that the part is not judged yet.
void engines(JsonWriter& json, const Session& session) {
  json.key("engine").begin_object();
  engine_members(json, session.engine);
  json.end_object().key("engines").begin_array();
  const auto judged = [&](std::string_view part, const EngineVersion& engine) {
    if (engine.name.empty()) return;
    json.begin_object().member("part", part);
    engine_members(json, engine);
    json.end_object();
  };
  judged("FRONT", session.front.engine);
  judged("BACK", session.back.engine);
  judged("LIVENESS", session.liveness.engine);
  if (session.status == SessionStatus::Completed) judged("FINALIZE", session.engine);
  json.end_array();
}

std::string lower(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::string status_json(const Session& session, UtcTime now) {
  JsonWriter json;
  json.begin_object()
      .member("status", status_at(session, now))
      .member("currentStep", current_step(session));
  names(json, "stepsCompleted", steps_completed(session));
  json.member("resultStatus", result_status_at(session, now))
      .member("purpose", session.purpose)
      .member("sandbox", session.sandbox)
      .member("expiresAt", session.expires_at);
  steps(json, session);
  return json.end_object().take();
}

std::string result_json(const Session& session,
                        UtcTime now,
                        const RetentionPeriods& kept,
                        const std::optional<std::string>& mrz) {
  JsonWriter json;
  json.begin_object()
      .member("sessionId", to_string(session.id))
      .member("userRef", session.user_ref)
      .member("purpose", session.purpose)
      .member("sandbox", session.sandbox)
      .member("status", status_at(session, now))
      .member("endReason", end_reason_at(session, now))
      .member("resultStatus", result_status_at(session, now))
      .member("detail", detail_at(session, now))
      .key("reasons")
      .begin_array();
  for (const std::string& reason : session.reasons) json.text(reason);
  json.end_array()
      .member("createdAt", session.created_at)
      .member("startedAt", session.started_at)
      .member("completedAt", completed_at(session, now))
      .member("expiresAt", session.expires_at);
  checks(json, session);
  attempts(json, session);
  document(json, session, mrz);
  files(json, session, now, kept);
  engines(json, session);
  json.key("log").begin_object().member("lastSequence", session.last_sequence).end_object();
  return json.end_object().take();
}

std::string documents_json(const Session& session) {
  JsonWriter json;
  json.begin_array();
  for (const StoredFile& file : session.files) {
    json.begin_object()
        .member("id", to_string(file.file))
        .member("kind", file.kind)
        .member("side", file.side)
        .member("seq", file.seq)
        .member("contentType", file.format)
        .member("sizeBytes", file.size_bytes)
        .member("sha256", file.sha256)
        .member("createdAt", stored_at(session, file))
        .member("purged", session.purged_at.has_value())
        .end_object();
  }
  return json.end_array().take();
}

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
  std::string name = lower(name_of(file.kind));
  if (file.side) name += "-" + lower(name_of(*file.side));
  name += "-" + std::to_string(file.seq) + "-" + to_string(file.file) + ".";
  name += file_extension(file.format);
  return name;
}

std::optional<UtcTime> purge_time(const Session& session,
                                  UtcTime now,
                                  const RetentionPeriods& kept) {
  if (session.held || session.purged_at) return std::nullopt;
  const UtcTime end = session.ended_at.value_or(session.expires_at);
  return end +
         (status_at(session, now) == SessionStatus::Completed ? kept.completed : kept.unfinished);
}

}  // namespace countersign::http
