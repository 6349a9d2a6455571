#include "projections/views/session/files.h"

#include <algorithm>
#include <span>

#include "core/event/vault_file.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

void keep(const Session& session, std::span<const StoredFile> files, ViewBatch& views) {
  for (const VaultFile& file : vault_files_of(files)) {
    views.put(space::kFiles,
              Files::key(file.id),
              to_bytes(FileEntry{session.id, file.day, file.size_bytes}));
  }
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
  keep(folded.state, {&folded.event.file, 1}, views);
}

void Files::fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views) {
  keep(folded.state, folded.event.files, views);
}

void Files::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  for (const VaultFile& file : vault_files_of(folded.state.files)) {
    views.erase(space::kFiles, key(file.id));
  }
}

}  // namespace countersign
