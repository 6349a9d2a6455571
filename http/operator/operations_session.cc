// Operations on sessions: showing one, legal holds, and who downloaded files.
#include <utility>

#include "core/text/json_writer.h"
#include "http/answers/session_json.h"
#include "http/operator/operation_input.h"
#include "http/operator/operation_list.h"

namespace countersign::http {
namespace {

constexpr std::uint64_t kDownloadsDefault = 100;
constexpr std::uint64_t kDownloadsMax = 1000;

Result<Session, Problem> load(const OperationContext& context, const SessionId& id) {
  const auto session = context.data.queries().session(id);
  if (!session) return problem_of(session.error());
  if (!*session) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The session does not exist."};
  }
  return **session;
}

OperationResult held_json(const SessionId& session, bool held) {
  JsonWriter json;
  return json.begin_object()
      .member("sessionId", to_string(session))
      .member("held", held)
      .end_object()
      .take();
}

}  // namespace

OperationResult show_session(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const SessionId id = in.required_session("sessionId");
  if (const auto problem = in.problem()) return *problem;

  const auto session = load(context, id);
  if (!session) return session.error();
  const auto events = context.data.queries().timeline(id);
  if (!events) return problem_of(events.error());
  const auto kept =
      context.data.queries().retention_of(session->client, context.settings.periods());
  if (!kept) return problem_of(kept.error());
  const UtcTime now = context.data.clock().now();
  JsonWriter json;
  json.begin_object()
      .member("sessionId", to_string(id))
      .member("clientKey", session->client.value())
      .key("result")
      .raw(result_json(*session, now, *kept))
      .key("documents")
      .raw(documents_json(*session))
      .member("held", session->held)
      .member("purgedAt", session->purged_at)
      .member("downloads", session->downloads)
      .key("events")
      .begin_array();
  append_events(json, *events);
  return json.end_array().end_object().take();
}

OperationResult set_hold(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const SessionId id = in.required_session("sessionId");
  const std::string reason = in.required_text("reason");
  if (const auto problem = in.problem()) return *problem;
  const SetHold command{.at = context.data.clock().now(), .reason = reason};
  const auto done = carry_out(context, stream_of(id), SessionCommand(command));
  if (!done) return done.error();
  return held_json(id, true);
}

OperationResult release_hold(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const SessionId id = in.required_session("sessionId");
  const std::string reason = in.required_text("reason");
  if (const auto problem = in.problem()) return *problem;
  const ReleaseHold command{.at = context.data.clock().now(), .reason = reason};
  const auto done = carry_out(context, stream_of(id), SessionCommand(command));
  if (!done) return done.error();
  return held_json(id, false);
}

OperationResult audit_downloads(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const DownloadFilter filter{.session = in.session("sessionId"), .client = in.client("clientKey")};
  const Sequence after(in.number("after").value_or(0));
  const std::uint64_t limit = in.number("limit", kDownloadsMax).value_or(kDownloadsDefault);
  if (const auto problem = in.problem()) return *problem;

  const auto found = context.data.queries().downloads(filter, after, limit);
  if (!found) return problem_of(found.error());
  JsonWriter json;
  json.begin_object().key("downloads").begin_array();
  for (const DownloadEntry& entry : *found) {
    json.begin_object()
        .member("sequence", entry.sequence.value())
        .member("at", entry.at)
        .member("sessionId", to_string(entry.session))
        .member("clientKey", entry.client.value())
        .key("actor")
        .begin_object()
        .member("kind", entry.actor.kind)
        .member("ref", entry.actor.ref)
        .end_object()
        .key("fileId");
    if (entry.file) {
      json.text(to_string(*entry.file));
    } else {
      json.null();
    }
    json.member("fileCount", entry.file_count)
        .member("sizeBytes", entry.size_bytes)
        .member("requestId", entry.request.value())
        .end_object();
  }
  const Sequence next = found->empty() ? after : found->back().sequence;
  return json.end_array().member("next", next.value()).end_object().take();
}

}  // namespace countersign::http
