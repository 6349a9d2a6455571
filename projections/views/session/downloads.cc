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

std::uint32_t Downloads::shape() const { return shape_of<DownloadEntry>(); }

void Downloads::fold(const Fact& fact, ViewBatch& views) const {
  const RecordedEvent& recorded = fact.recorded;
  const auto* downloaded = std::get_if<DocumentsDownloaded>(&recorded.event);
  if (downloaded == nullptr || fact.session == nullptr) return;
  const Session& session = *fact.session;
  const DownloadEntry entry{recorded.sequence,
                            recorded.at,
                            session.id,
                            session.client,
                            recorded.actor,
                            downloaded->file,
                            downloaded->file_count,
                            downloaded->size_bytes,
                            recorded.request};
  const std::string place = ViewKey().number(recorded.sequence.value()).take();
  views.put(space(), key_of_all(recorded.sequence), to_bytes(entry));
  views.put(space(), prefix_of(session.id) + place, {});
  views.put(space(), prefix_of(session.client) + place, {});
}

}  // namespace countersign
