#include "projections/views/session/looks.h"

#include <algorithm>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {

SeenPicture seen_picture(const std::vector<StoredFile>& files, const FileId& file) {
  const auto found = std::ranges::find(files, file, &StoredFile::file);
  if (found == files.end()) return {file, {}, {}, 0};
  return {found->file, found->kind, found->side, found->seq};
}

std::string LooksView::key_of_all(Sequence sequence) {
  return ViewKey().letter('a').number(sequence.value()).take();
}

std::string LooksView::prefix_of(const SessionId& session) {
  return ViewKey().letter('s').bytes(session.value()).take();
}

std::string LooksView::prefix_of(const ClientKey& client) {
  return ViewKey().letter('c').text(client.value()).end_of_text().take();
}

std::string LooksView::prefix_of(const FileId& file) {
  return ViewKey().letter('f').bytes(file.value()).take();
}

std::string LooksView::prefix_of_reviewer(const std::string& reviewer) {
  return ViewKey().letter('r').text(reviewer).end_of_text().take();
}

Projection LooksView::projection() {
  return {.name = "looks", .space = space::kLooks, .shape = shape_of<LookEntry>()};
}

void LooksView::fold(const FoldedEvent<ImageViewed>& folded, ViewBatch& views) {
  const RecordedEvent& recorded = folded.recorded;
  const Session& session = folded.state;
  const ImageViewed& look = folded.event;
  const LookEntry entry{recorded.sequence,
                        recorded.at,
                        session.id,
                        session.client,
                        recorded.actor,
                        look.reviewer,
                        seen_picture(session.files, look.file),
                        recorded.request};
  const std::string place = ViewKey().number(recorded.sequence.value()).take();
  views.put(space::kLooks, key_of_all(recorded.sequence), to_bytes(entry));
  views.put(space::kLooks, prefix_of(session.id) + place, {});
  views.put(space::kLooks, prefix_of(session.client) + place, {});
  views.put(space::kLooks, prefix_of(look.file) + place, {});
  views.put(space::kLooks, prefix_of_reviewer(look.reviewer) + place, {});
}

}  // namespace countersign
