#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/stream/recorded_event.h"
#include "core/terms.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

// A picture that somebody saw, as a session lists it.
struct SeenPicture {
  FileId file;
  std::optional<FileKind> kind;  // none: the session does not list the file
  std::optional<Side> side;      // of a document; none for a selfie
  std::uint32_t seq = 0;         // within its kind, from 1
  bool operator==(const SeenPicture&) const = default;
};
template <>
inline constexpr auto fields_of<SeenPicture> = fields(Field{"file", &SeenPicture::file},
                                                      Field{"kind", &SeenPicture::kind},
                                                      Field{"side", &SeenPicture::side},
                                                      Field{"seq", &SeenPicture::seq});
static_assert(record_is_sound<SeenPicture>);

// The picture among the files of a session. Pure.
SeenPicture seen_picture(const std::vector<StoredFile>& files, const FileId& file);

// One look of a reviewer at a picture.
struct LookEntry {
  Sequence sequence;  // of its event
  UtcTime at;
  SessionId session;
  ClientKey client;  // the owner of the session
  Actor actor;       // who asked
  std::string reviewer;
  SeenPicture picture;
  RequestId request;
  bool operator==(const LookEntry&) const = default;
};
template <>
inline constexpr auto fields_of<LookEntry> = fields(Field{"sequence", &LookEntry::sequence},
                                                    Field{"at", &LookEntry::at},
                                                    Field{"session", &LookEntry::session},
                                                    Field{"client", &LookEntry::client},
                                                    Field{"actor", &LookEntry::actor},
                                                    Field{"reviewer", &LookEntry::reviewer},
                                                    Field{"picture", &LookEntry::picture},
                                                    Field{"requestId", &LookEntry::request});
static_assert(record_is_sound<LookEntry>);

// The record of who looked at stored pictures, and when; downloads.h has that of downloads:
//
//   'a' sequence -> LookEntry
//   's' session id, sequence -> empty
//   'c' client key, 0x00, sequence -> empty
//   'f' file id, sequence -> empty
//   'r' reviewer, 0x00, sequence -> empty
class LooksView {
 public:
  static std::string key_of_all(Sequence sequence);
  static std::string prefix_of_all() { return "a"; }
  static std::string prefix_of(const SessionId& session);
  static std::string prefix_of(const ClientKey& client);
  static std::string prefix_of(const FileId& file);
  static std::string prefix_of_reviewer(const std::string& reviewer);

  static Projection projection();
  static void fold(const FoldedEvent<ImageViewed>& folded, ViewBatch& views);
};

}  // namespace countersign
