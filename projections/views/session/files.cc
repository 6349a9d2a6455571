#include "projections/views/session/files.h"

#include <algorithm>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

void keep(const Session& session, const StoredFile& file, ViewBatch& views) {
  views.put(space::kFiles,
            Files::key(file.file),
            to_bytes(FileEntry{session.id, file.day, file.size_bytes}));
}

}  // namespace

std::string Files::key(const FileId& file) { return ViewKey().bytes(file.value()).take(); }

std::optional<FileId> Files::parse(std::string_view key) {
  Uuid id;
  if (key.size() != id.size()) return std::nullopt;
  std::ranges::copy(key, id.begin());
  return FileId(id);
}

Projection Files::projection() {
  return {.name = "files", .space = space::kFiles, .shape = shape_of<FileEntry>()};
}

void Files::fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views) {
  keep(folded.state, folded.event.file, views);
}

void Files::fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views) {
  for (const StoredFile& file : folded.event.files) keep(folded.state, file, views);
}

void Files::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  for (const FileId& file : folded.event.files) views.erase(space::kFiles, key(file));
}

}  // namespace countersign
