#include "projections/views/session/downloads.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {

std::string Downloads::key_of_all(Sequence sequence) {
  return ViewKey().letter('a').number(sequence.value()).take();
}

std::string Downloads::prefix_of(const SessionId& session) {
  return ViewKey().letter('s').bytes(session.value()).take();
}

std::string Downloads::prefix_of(const ClientKey& client) {
  return ViewKey().letter('c').text(client.value()).end_of_text().take();
}

std::string Downloads::prefix_of(const FileId& file) {
  return ViewKey().letter('f').bytes(file.value()).take();
}

Projection Downloads::projection() {
  return {.name = "downloads",
          .space = space::kDownloads,
          .version = 2,
          .shape = shape_of<DownloadEntry>()};
}

void Downloads::fold(const FoldedEvent<DocumentsDownloaded>& folded, ViewBatch& views) {
  const RecordedEvent& recorded = folded.recorded;
  const Session& session = folded.state;
  const std::optional<FileId>& file = folded.event.file;
  DownloadEntry entry{recorded.sequence,
                      recorded.at,
                      session.id,
                      session.client,
                      recorded.actor,
                      {},
                      folded.event.file_count,
                      folded.event.size_bytes,
                      recorded.request};
  if (file) entry.picture = seen_picture(session.files, *file);
  const std::string place = ViewKey().number(recorded.sequence.value()).take();
  views.put(space::kDownloads, key_of_all(recorded.sequence), to_bytes(entry));
  views.put(space::kDownloads, prefix_of(session.id) + place, {});
  views.put(space::kDownloads, prefix_of(session.client) + place, {});
  for (const StoredFile& held : session.files) {
    if (file && held.file != *file) continue;
    views.put(space::kDownloads, prefix_of(held.file) + place, {});
  }
}

}  // namespace countersign
