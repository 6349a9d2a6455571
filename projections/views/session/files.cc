#include "projections/views/session/files.h"

#include "projections/fold/event_fold.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {

std::string Files::key(const FileId& file) { return ViewKey().bytes(file.value()).take(); }

std::uint32_t Files::shape() const { return shape_of<FileEntry>(); }

void Files::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.session == nullptr) return;
  const auto keep = [&](const StoredFile& file) {
    views.put(
        space(), key(file.file), to_bytes(FileEntry{fact.session->id, file.day, file.size_bytes}));
  };
  fold_event(
      fact.recorded.event,
      [&](const DocumentAccepted& event) { keep(event.file); },
      [&](const LivenessAccepted& event) {
        for (const StoredFile& file : event.files) keep(file);
      },
      [&](const FilesPurged& event) {
        for (const FileId& file : event.files) views.erase(space(), key(file));
      },
      ignores<SessionCreated,
              ChallengeIssued,
              NonceConsumed,
              DocumentRejected,
              LivenessRejected,
              SessionFinalized,
              SessionExpired,
              SessionCanceled,
              DocumentsDownloaded,
              DocumentValuesRead,
              HoldSet,
              HoldReleased>,
      ignores_client_events,
      ignores_key_events,
      ignores_threshold_events);
}

}  // namespace countersign
