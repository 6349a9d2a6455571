#include "tools/operator/backup_run.h"

#include "core/check.h"
#include "events/crypto/os_random.h"
#include "http/operator/backup_json.h"
#include "projections/backup/restore_backup.h"
#include "projections/backup/verify_backup.h"
#include "tools/machine/system_clock.h"
#include "tools/operator/apart.h"

namespace countersign {
namespace {

using Answer = Result<std::string, OperatorFault>;

Answer list(const OperatorWish& wish) {
  const auto records = list_backups(wish.folder);
  if (!records) return OperatorFault{records.error()};
  JsonWriter json;
  json.begin_object().key("backups").begin_array();
  for (const BackupRecord& record : *records) {
    json.begin_object();
    http::append_backup(json, record);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

std::optional<tlog::VerifierKey> key_of(const OperatorWish& wish) {
  if (wish.verifier_keys.empty()) return std::nullopt;
  return *tlog::VerifierKey::parse(wish.verifier_keys.front());
}

// Writes `signature` and `notVerified` for a backup whose signature is good or was not checked.
void append_signature(JsonWriter& json, bool checked) {
  json.member("signature", checked ? "good" : "not checked");
  if (checked) {
    json.key("notVerified").null();
    return;
  }
  json.member("notVerified",
              "who made the backup: whoever can write to its folder can change it and its "
              "checksums; name the log's key with --vkey");
}

Answer verify(const OperatorWish& wish) {
  const VerifyBackupOptions options{
      .from = wish.folder, .number = wish.backup, .key = key_of(wish)};
  const auto verdict = verify_backup(options);
  if (!verdict) return OperatorFault{verdict.error()};
  JsonWriter json;
  json.begin_object().member("ok", verdict->ok());
  if (options.key && !verdict->signature_checked) {
    json.member("signature", "wrong").key("notVerified").null();
  } else {
    append_signature(json, verdict->signature_checked);
  }
  http::append_backup(json, verdict->record);
  json.member("goodFiles", verdict->files).member("goodBytes", verdict->bytes).key("firstError");
  if (!verdict->damage) return json.null().end_object().take();
  return json.begin_object()
      .member("file", verdict->damage->file)
      .member("why", verdict->damage->why)
      .end_object()
      .end_object()
      .take();
}

Answer restore(const OperatorWish& wish, const std::string& data) {
  OsRandom random;
  RestoreOptions options{
      .from = wish.folder, .number = wish.backup, .to = data, .now = SystemClock().now()};
  options.key = key_of(wish);
  if (!wish.keys.empty()) options.keys = wish.keys;
  const auto report = restore_backup(options, random);
  if (!report) return OperatorFault{report.error()};
  JsonWriter json;
  json.begin_object();
  http::append_backup(json, report->record);
  append_signature(json, options.key.has_value());
  return json.member("data", data)
      .member("readableSessions", report->readable)
      .member("unreadableSessions", report->unreadable)
      .end_object()
      .take();
}

}  // namespace

Answer run_on_backups(const OperatorWish& wish, const std::string& data) {
  switch (wish.kind) {
    case OperatorWish::Kind::BackupList:
      return list(wish);
    case OperatorWish::Kind::BackupVerify:
      // RocksDB may end the process that reads tables from an untrusted source.
      return do_apart("the backup cannot be verified", [&] { return verify(wish); });
    case OperatorWish::Kind::BackupRestore:
      return restore(wish, data);
    default:
      break;
  }
  check(false, "a wish for run_on_backups() is BackupList, BackupVerify or BackupRestore");
  return OperatorFault{};
}

}  // namespace countersign
