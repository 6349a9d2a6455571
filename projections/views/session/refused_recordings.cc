#include "projections/views/session/refused_recordings.h"

#include <algorithm>

#include "core/check.h"
#include "core/text/bytes.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

SessionRefusals refusals_of(ViewBatch& views, const SessionId& session) {
  const std::string key = RefusedRecordings::key(session);
  return load<SessionRefusals>(views, space::kRefusedRecordings, key).value_or(SessionRefusals());
}

}  // namespace

std::string RefusedRecordings::key(const SessionId& session) {
  return ViewKey().bytes(session.value()).take();
}

SessionId RefusedRecordings::session_of(std::string_view key) {
  SessionId::Value id{};
  check(key.size() == id.size(), "a key of the view of refused recordings is a session's id");
  std::ranges::copy(bytes_of(key), id.begin());
  return SessionId(id);
}

bool RefusedRecordings::has(ViewBatch& views, const SessionId& session, std::uint32_t attempt) {
  const SessionRefusals refusals = refusals_of(views, session);
  return std::ranges::count(refusals.recordings, attempt, &RefusedRecording::attempt) > 0;
}

Projection RefusedRecordings::projection() {
  return {.name = "refused_recordings",
          .space = space::kRefusedRecordings,
          .shape = shape_of<SessionRefusals>()};
}

void RefusedRecordings::fold(const FoldedEvent<LivenessRejected>& folded, ViewBatch& views) {
  if (!folded.recorded.sealed) return;
  SessionRefusals refusals = refusals_of(views, folded.state.id);
  refusals.client = folded.state.client;
  refusals.recordings.push_back({folded.event.attempt, folded.recorded.sequence});
  views.put(space::kRefusedRecordings, key(folded.state.id), to_bytes(refusals));
}

void RefusedRecordings::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  views.erase(space::kRefusedRecordings, key(folded.state.id));
}

}  // namespace countersign
