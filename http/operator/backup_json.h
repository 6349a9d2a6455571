#pragma once
#include "core/text/json_writer.h"
#include "projections/backup/manifest.h"

namespace countersign::http {

// Appends the members {number, at, events, root, sessions, files, bytes, logBytes, copiedFiles,
// copiedBytes, missing} to an object that has been begun. `root` is encoded as in a checkpoint.
void append_backup(JsonWriter& json, const BackupRecord& record);

}  // namespace countersign::http
