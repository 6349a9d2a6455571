#pragma once
#include <vector>

#include "core/text/json_writer.h"
#include "projections/backup/manifest.h"
#include "projections/backup/manifest_survey.h"

namespace countersign::http {

// Appends the members {number, at, events, root, sessions, files, bytes, logBytes, copiedFiles,
// copiedBytes, missing} to an object that has been begun. `root` is encoded as in a checkpoint.
void append_backup(JsonWriter& json, const BackupRecord& record);

// Appends the member {damagedManifests: [{file, why}]}.
void append_damaged_manifests(JsonWriter& json, const std::vector<BackupDamage>& damaged);

}  // namespace countersign::http
