#pragma once
#include "core/text/json_writer.h"
#include "projections/backup/manifest.h"

namespace countersign::http {

// {number, at, events, root, sessions, files, bytes, logBytes, copiedFiles, copiedBytes,
// missing}, into an object that has been begun; `root` as in a checkpoint.
void append_backup(JsonWriter& json, const BackupRecord& record);

}  // namespace countersign::http
