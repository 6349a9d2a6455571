#pragma once
#include "core/text/base64url.h"
#include "http/json/members.h"
#include "projections/backup/manifest.h"
#include "projections/backup/manifest_survey.h"

namespace countersign::http {

template <>
inline constexpr auto members_of<BackupRecord> = members(
    Member{"number", &BackupRecord::number},
    Member{"at", &BackupRecord::at, "The time at which the backup was begun."},
    Member{"events", &BackupRecord::sequence},
    Member{"root",
           [](const BackupRecord& record) { return to_base64(ByteView(record.root.value())); },
           "The root of the tree over these events, as in a checkpoint."},
    Member{"sessions", &BackupRecord::sessions, "The sessions that are not purged."},
    Member{"files", &BackupRecord::files},
    Member{"bytes", &BackupRecord::bytes, "The bytes of these files."},
    Member{"logBytes", &BackupRecord::log_bytes, "The bytes of the log's files."},
    Member{"copiedFiles", &BackupRecord::copied_files, "The files that no earlier backup has."},
    Member{"copiedBytes", &BackupRecord::copied_bytes},
    Member{"missing",
           &BackupRecord::missing,
           "The files of the vault that an event names and that are missing or cut short."});

template <>
inline constexpr auto members_of<BackupDamage> = members(Member{"file", &BackupDamage::file},
                                                         Member{"why", &BackupDamage::why});

}  // namespace countersign::http
