#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/marker_file.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"
#include "events/writer/writer.h"
#include "projections/erasure/erasure.h"
#include "projections/queries/queries.h"

namespace countersign {

// What the file RESTORED of a data folder says: it was made of a backup, and its log has not
// been brought in line with its keys yet.
struct RestoredNote {
  std::uint32_t backup = 0;  // its number
  UtcTime made_at;
  UtcTime restored_at;
  std::uint32_t user_id = 0;      // who restored it
  std::vector<SessionId> purged;  // while the backup was being made: it has not all of their files
  // Sessions to which there was no key when it was restored. An earlier version does not say.
  std::optional<std::uint64_t> unreadable{};
  bool operator==(const RestoredNote&) const = default;
};
template <>
inline constexpr auto fields_of<RestoredNote> =
    fields(Field{"backup", &RestoredNote::backup},
           Field{"madeAt", &RestoredNote::made_at},
           Field{"restoredAt", &RestoredNote::restored_at},
           Field{"userId", &RestoredNote::user_id},
           Field{"purged", &RestoredNote::purged},
           Field{"unreadable", &RestoredNote::unreadable});
static_assert(record_is_sound<RestoredNote>);

inline constexpr std::string_view kRestoredMarker = "RESTORED";  // its name in the data folder
MarkerFile restored_marker(const std::filesystem::path& data);
// The marker's text while the folder is not whole.
inline constexpr std::string_view kRestoreUnfinished = "unfinished\n";
std::string to_text(const RestoredNote& note);
// Nothing if the folder was not restored, or that has been settled. A sentence if it is not whole.
Result<std::optional<RestoredNote>, std::string> read_restored(const std::filesystem::path& data);

struct RestoreSettled {
  std::uint64_t purged_sessions = 0;
  std::uint64_t held_sessions = 0;  // no key opens their files, and a legal hold keeps them
  // Sessions whose key was there when the folder was restored, and is lost. If there are any,
  // nothing was done.
  std::uint64_t lost_sessions = 0;
};

// Brings a restored log in line with the keys that there are, before anything is served. A
// session whose slot is gone has been erased since the backup, or has lost its key with
// another's erasure: nobody can read its files, so FilesPurged is recorded, with the reason
// RESTORE and the operator who restored, and the bytes are removed. One that only lost files of
// the backup while it was being made, the same. A slot that is there and damaged is left alone.
//
// Can be repeated after a crash. The caller removes the marker. REQUIRES: Erasure::resume() has
// destroyed again what the log says was destroyed, if an old copy of the keys brought it back.
Result<RestoreSettled, StoreError> settle_restored(const RestoredNote& note,
                                                   const EventLog& log,
                                                   KeyRing& ring,
                                                   Writer& writer,
                                                   Erasure& erasure,
                                                   UtcTime now);

}  // namespace countersign
