#include "projections/folder/recall_frames.h"

#include <utility>
#include <vector>

#include "events/vault/files/frame_marks.h"
#include "events/vault/session_key.h"
#include "projections/fold/projection.h"
#include "projections/fold/record_bytes.h"
#include "projections/views/session/refused_recordings.h"

namespace countersign {
namespace {

struct Refusals {
  SessionId session;
  SessionRefusals of;
};

Result<std::vector<Refusals>, StoreError> all_refusals(const Views& views) {
  std::vector<Refusals> all;
  bool damaged = false;
  const auto read =
      views.scan(space::kRefusedRecordings, "", [&](std::string_view key, std::string_view value) {
        auto refusals = from_bytes<SessionRefusals>(value);
        damaged = !refusals || key.size() != sizeof(SessionId::Value);
        if (damaged) return false;
        all.push_back({RefusedRecordings::session_of(key), *std::move(refusals)});
        return true;
      });
  if (!read) return read.error();
  if (damaged) return StoreError::Corrupt;
  return all;
}

std::optional<StoreError> recall(const EventStore& events,
                                 const SessionKey& key,
                                 const Refusals& refusals,
                                 KnownFrames& frames) {
  for (const RefusedRecording& recording : refusals.of.recordings) {
    const auto event = events.find(recording.event);
    if (!event) return event.error();
    if (!*event || !(*event)->recorded.sealed) return StoreError::Corrupt;
    const RecordedEvent& recorded = (*event)->recorded;
    auto marks = open_marks(key, refusals.session, recorded.request, *recorded.sealed);
    if (!marks) continue;
    frames.add(refusals.of.client, refusals.session, recording.attempt, *std::move(marks));
  }
  return std::nullopt;
}

}  // namespace

std::optional<StoreError> recall_frames(const EventLog& log,
                                        const KeyRing& keys,
                                        KnownFrames& frames) {
  const auto all = all_refusals(log.views());
  if (!all) return all.error();
  for (const Refusals& refusals : *all) {
    const auto wrapped = log.wrapped_key(refusals.session);
    if (!wrapped) return wrapped.error();
    if (!*wrapped) continue;
    const auto key = keys.unwrap(refusals.session, WrappedKey(**wrapped));
    if (!key) continue;
    if (const auto error = recall(log, *key, refusals, frames)) return error;
  }
  return std::nullopt;
}

}  // namespace countersign
