#include "http/answers/answer_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/session/sandbox.h"
#include "core/text/json_writer.h"

namespace countersign::http {
namespace {

void put_issues(JsonWriter& json, const std::vector<Issue>& issues) {
  json.key("issues").begin_array();
  for (const Issue& issue : issues) {
    json.begin_object()
        .member("code", issue.code)
        .member("severity", issue.severity)
        .key("value")
        .milli(issue.value_milli)
        .key("threshold")
        .milli(issue.threshold_milli)
        .member("hint", issue.hint)
        .end_object();
  }
  json.end_array();
}

// A text for people: the hint of the issue that the code names, else of the first error.
std::string detail_of(std::string_view code,
                      const std::vector<Issue>& issues,
                      std::uint32_t attempts_remaining) {
  auto issue = std::ranges::find(issues, code, &Issue::code);
  if (issue == issues.end()) issue = std::ranges::find(issues, Severity::Error, &Issue::severity);
  const bool has_hint = issue != issues.end() && !issue->hint.empty();
  const std::string hint = has_hint ? issue->hint : "The submission was not accepted.";
  return attempts_remaining > 0 ? hint : "No attempt is left. " + hint;
}

struct Head {
  Step step = Step::Document;
  std::optional<std::string> code{};  // of a failure
  std::uint32_t attempt = 0;
  std::uint32_t attempts_remaining = 0;
  bool step_complete = false;
  std::optional<Side> next_side{};
};

void put_head(JsonWriter& json, const Head& head, const std::vector<Issue>& issues) {
  std::optional<std::string> detail;
  if (head.code) detail = detail_of(*head.code, issues, head.attempts_remaining);
  json.member("ok", !head.code.has_value())
      .member("step", head.step)
      .member("code", head.code)
      .member("detail", detail)
      .member("attempt", head.attempt)
      .member("attemptsRemaining", head.attempts_remaining)
      .member("stepComplete", head.step_complete)
      .member("nextSide", head.next_side)
      .member("retryable", head.code.has_value() && head.attempts_remaining > 0);
}

struct OutcomeEncoder {
  JsonWriter& json;

  bool operator()(const DocumentAccepted& event) const {
    put_head(json,
             {.step = Step::Document,
              .attempt = event.attempt,
              .attempts_remaining = event.attempts_remaining,
              .step_complete = event.step_complete,
              .next_side = event.next_side},
             event.issues);
    json.member("fileId", to_string(event.file.file)).member("sha256", event.file.sha256);
    put_issues(json, event.issues);
    return true;
  }
  bool operator()(const DocumentRejected& event) const {
    put_head(json,
             {.step = Step::Document,
              .code = event.code,
              .attempt = event.attempt,
              .attempts_remaining = event.attempts_remaining,
              .step_complete = event.step_complete,
              // Without an attempt left, no side can be sent again.
              .next_side = event.attempts_remaining > 0 ? event.next_side : std::nullopt},
             event.issues);
    json.key("fileId").null().member("sha256", event.image.sha256);
    put_issues(json, event.issues);
    return true;
  }
  bool operator()(const LivenessAccepted& event) const {
    check(!event.files.empty(), "an accepted liveness submission has at least one file");
    put_head(json,
             {.step = Step::Liveness,
              .attempt = event.attempt,
              .attempts_remaining = event.attempts_remaining,
              .step_complete = true},
             event.issues);
    json.member("fileId", to_string(event.files.front().file))
        .member("sha256", event.files.front().sha256);
    json.key("fileIds").begin_array();
    for (const StoredFile& file : event.files) json.text(to_string(file.file));
    json.end_array();
    put_issues(json, event.issues);
    return true;
  }
  bool operator()(const LivenessRejected& event) const {
    check(!event.images.empty(), "a rejected liveness submission has at least one image");
    put_head(json,
             {.step = Step::Liveness,
              .code = event.code,
              .attempt = event.attempt,
              .attempts_remaining = event.attempts_remaining},
             event.issues);
    json.key("fileId").null().member("sha256", event.images.front().sha256);
    json.key("fileIds").begin_array().end_array();
    if (event.failed_action) json.member("failedAction", *event.failed_action);
    put_issues(json, event.issues);
    return true;
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

}  // namespace

// Formatted without JsonWriter, because session creation is a fast path and no value needs
// escaping.
std::string session_json(const SessionId& session,
                         std::string_view token,
                         const SessionCreated& created) {
  return fmt::format(
      R"({{"sessionId":"{}","sessionToken":"{}","expiresAt":"{}","purpose":"{}","sandbox":{}}})",
      to_string(session),
      token,
      to_string(created.expires_at),
      name_of(created.purpose),
      created.sandbox);
}

std::string challenge_json(std::string_view nonce,
                           std::uint64_t expires_in_seconds,
                           const ChallengeIssued& issued) {
  JsonWriter json;
  json.begin_object().member("nonce", nonce).member("expiresInSeconds", expires_in_seconds);
  if (issued.step == Step::Liveness) {
    json.key("actions").begin_array();
    for (const Action action : issued.actions) json.text(name_of(action));
    json.end_array();
  }
  json.end_object();
  return json.take();
}

std::optional<std::string> outcome_json(const Event& event) {
  JsonWriter json;
  json.begin_object();
  if (!std::visit(OutcomeEncoder{json}, event)) return std::nullopt;
  json.end_object();
  return json.take();
}

std::string finalize_json(const SessionFinalized& finalized) {
  JsonWriter json;
  json.begin_object()
      .member("result", finalized.result)
      .member("detail", finalized.detail)
      .member("sandbox", is_sandbox(finalized.engine))
      .end_object();
  return json.take();
}

}  // namespace countersign::http
