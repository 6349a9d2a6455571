#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/schema.h"
#include "projections/fold/projection.h"

namespace countersign {

// Where a file of the vault belongs.
struct FileEntry {
  SessionId session;
  std::string day;               // its folder in the vault
  std::uint64_t size_bytes = 0;  // of its plain bytes
  bool operator==(const FileEntry&) const = default;
};
template <>
inline constexpr auto fields_of<FileEntry> = fields(Field{"session", &FileEntry::session},
                                                    Field{"day", &FileEntry::day},
                                                    Field{"sizeBytes", &FileEntry::size_bytes});
static_assert(record_is_sound<FileEntry>);

// The files that the vault should hold: id of the vault's file -> FileEntry, until the session is
// purged. The frames of a submission have one entry if they are in a container, and one each
// otherwise. A file on the disk that is not in this view is an orphan.
class Files {
 public:
  static std::string key(const FileId& file);
  // The file of such a key.
  static std::optional<FileId> parse(std::string_view key);

  static Projection projection();
  static void fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
