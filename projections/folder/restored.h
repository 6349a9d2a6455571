#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/atomic_file.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "events/key_rows.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"
#include "events/writer/writer.h"
#include "projections/erasure/erasure.h"
#include "projections/queries/queries.h"

namespace countersign {

// The content of a data folder's file RESTORED: the folder was made from a backup, and its log has
// not been brought in line with its keys yet.
struct RestoredNote {
  std::uint32_t backup = 0;  // its number
  UtcTime made_at;
  UtcTime restored_at;
  std::uint32_t user_id = 0;      // who restored it
  std::vector<SessionId> purged;  // during the backup, which lacks some of their files
  // Sessions without a key at the time of the restore. A note by an earlier version lacks it.
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
AtomicFile restored_marker(const std::filesystem::path& data);
// The marker's text while the restore is incomplete.
inline constexpr std::string_view kRestoreUnfinished = "unfinished\n";
std::string to_text(const RestoredNote& note);
// Empty if the folder was not restored, or its restore is settled. A sentence if the restore is
// incomplete.
Result<std::optional<RestoredNote>, std::string> read_restored(const std::filesystem::path& data);

struct RestoreSettled {
  std::uint64_t purged_sessions = 0;
  std::uint64_t held_sessions = 0;  // no key opens their files, but a legal hold keeps these
  // Sessions whose key existed when the folder was restored, and has been lost since. If there are
  // any, nothing was done.
  std::uint64_t lost_sessions = 0;
};

// Brings a restored log in line with the existing keys, before anything is served. A session whose
// leaf is punctured, or whose slot is gone, was erased after the backup; all others of its day are
// left as they are. Nobody can read an erased session's files, so FilesPurged is recorded, with the
// reason RESTORE and the operator who restored, and the bytes are removed. The same is done for a
// session that was purged while the backup was being made. A slot that exists but is damaged is
// left alone.
//
// Can be repeated after a crash. The caller removes the marker. REQUIRES: Erasure::resume() has
// destroyed again the slots that the log records as destroyed, if an old copy of the keys brought
// them back.
Result<RestoreSettled, StoreError> settle_restored(const RestoredNote& note,
                                                   const KeyRows& rows,
                                                   const Queries& queries,
                                                   KeyRing& ring,
                                                   Writer& writer,
                                                   Erasure& erasure,
                                                   UtcTime now);

}  // namespace countersign
