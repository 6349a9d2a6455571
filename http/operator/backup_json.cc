#include "http/operator/backup_json.h"

#include "core/text/base64url.h"

namespace countersign::http {

void append_backup(JsonWriter& json, const BackupRecord& record) {
  json.member("number", record.number)
      .member("at", record.at)
      .member("events", record.sequence.value())
      .member("root", to_base64(ByteView(record.root.value())))
      .member("sessions", record.sessions)
      .member("files", record.files)
      .member("bytes", record.bytes)
      .member("logBytes", record.log_bytes)
      .member("copiedFiles", record.copied_files)
      .member("copiedBytes", record.copied_bytes)
      .member("missing", record.missing);
}

void append_damaged_manifests(JsonWriter& json, const std::vector<BackupDamage>& damaged) {
  json.key("damagedManifests").begin_array();
  for (const BackupDamage& each : damaged) {
    json.begin_object().member("file", each.file).member("why", each.why).end_object();
  }
  json.end_array();
}

}  // namespace countersign::http
