#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/schema.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"
#include "projections/views/session/looks.h"

namespace countersign {

// One request for stored bytes.
struct DownloadEntry {
  Sequence sequence;  // of its event
  UtcTime at;
  SessionId session;
  ClientKey client;                    // the owner of the session
  Actor actor;                         // who asked
  std::optional<SeenPicture> picture;  // none: the bundle, which has all files
  std::uint32_t file_count = 0;
  std::uint64_t size_bytes = 0;
  RequestId request;
  bool operator==(const DownloadEntry&) const = default;
};
template <>
inline constexpr auto fields_of<DownloadEntry> =
    fields(Field{"sequence", &DownloadEntry::sequence},
           Field{"at", &DownloadEntry::at},
           Field{"session", &DownloadEntry::session},
           Field{"client", &DownloadEntry::client},
           Field{"actor", &DownloadEntry::actor},
           Field{"picture", &DownloadEntry::picture},
           Field{"fileCount", &DownloadEntry::file_count},
           Field{"sizeBytes", &DownloadEntry::size_bytes},
           Field{"requestId", &DownloadEntry::request});
static_assert(record_is_sound<DownloadEntry>);

// The record of who downloaded stored bytes, and when; looks.h has that of looks:
//
//   'a' sequence -> DownloadEntry
//   's' session id, sequence -> empty
//   'c' client key, 0x00, sequence -> empty
//   'f' file id, sequence -> empty; of a bundle, for each file in it
class Downloads {
 public:
  static std::string key_of_all(Sequence sequence);
  static std::string prefix_of_all() { return "a"; }
  static std::string prefix_of(const SessionId& session);
  static std::string prefix_of(const ClientKey& client);
  static std::string prefix_of(const FileId& file);

  static Projection projection();
  static void fold(const FoldedEvent<DocumentsDownloaded>& folded, ViewBatch& views);
};

}  // namespace countersign
