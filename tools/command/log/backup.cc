#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/text/json_writer.h"
#include "events/crypto/os_random.h"
#include "events/tlog/note/note_key.h"
#include "http/json/json_of.h"
#include "http/operator/backup_json.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_backup.h"
#include "projections/backup/restore_backup.h"
#include "projections/backup/verify_backup.h"
#include "tools/command/command.h"
#include "tools/machine/system_clock.h"
#include "tools/machine/work_progress.h"
#include "tools/operator/apart.h"
#include "tools/verify/verifier_key_option.h"

namespace countersign {

namespace {

// The backup that a command is about.
struct ChosenBackup {
  std::string folder{};                      // of backups
  std::optional<std::uint32_t> number{};     // none: the newest
  std::vector<std::string> verifier_keys{};  // one at most
};

// {ok, backups: [{number, at, events, ...}], damagedManifests: [{file, why}]}, in the format of
// http/operator/backup_json.h
OperatorAnswer list(const std::string& folder) {
  const auto backups = list_backups(folder);
  if (!backups) return OperatorFault{backups.error()};
  JsonWriter json;
  json.begin_object().member("ok", backups->damaged.empty()).key("backups").begin_array();
  for (const BackupRecord& record : backups->records) http::put_json(json, record);
  json.end_array().key("damagedManifests");
  http::put_json(json, backups->damaged);
  return json.end_object().take();
}

std::optional<tlog::VerifierKey> key_of(const ChosenBackup& backup) {
  if (backup.verifier_keys.empty()) return std::nullopt;
  return *tlog::VerifierKey::parse(backup.verifier_keys.front());
}

// Writes `signature` and `notVerified` for a backup whose signature is good or was not checked. In
// the latter case `notVerified` is a sentence that says what remains unknown.
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

// {ok, signature: "good", "wrong" or "not checked", notVerified, number, at, ..., goodFiles,
// goodBytes, damagedManifests: [{file, why}] of other backups, firstError: null | {file, why}}
OperatorAnswer verify(const ChosenBackup& backup) {
  const VerifyBackupOptions options{
      .from = backup.folder, .number = backup.number, .key = key_of(backup)};
  const auto findings = verify_backup(options);
  if (!findings) return OperatorFault{findings.error()};
  JsonWriter json;
  json.begin_object().member("ok", findings->ok());
  if (options.key && !findings->signature_checked) {
    json.member("signature", "wrong").key("notVerified").null();
  } else {
    append_signature(json, findings->signature_checked);
  }
  http::put_members(json, findings->record);
  json.member("goodFiles", findings->files).member("goodBytes", findings->bytes);
  json.key("damagedManifests");
  http::put_json(json, findings->damaged_others);
  json.key("firstError");
  if (!findings->damage) return json.null().end_object().take();
  return json.begin_object()
      .member("file", findings->damage->file)
      .member("why", findings->damage->why)
      .end_object()
      .end_object()
      .take();
}

// {number, at, ..., signature, notVerified, data, readableSessions, erasedSessions,
// unreadableSessions}. Without `keys` no image can be read.
OperatorAnswer restore(const ChosenBackup& backup,
                       const std::string& keys,
                       const std::string& data) {
  const WorkProgress progress("backup restore");
  OsRandom random;
  RestoreOptions options{
      .from = backup.folder, .number = backup.number, .to = data, .now = SystemClock().now()};
  options.key = key_of(backup);
  if (!keys.empty()) options.keys = keys;
  const auto report = restore_backup(options, random);
  if (!report) return OperatorFault{report.error()};
  JsonWriter json;
  json.begin_object();
  http::put_members(json, report->record);
  append_signature(json, options.key.has_value());
  return json.member("data", data)
      .member("readableSessions", report->readable)
      .member("erasedSessions", report->erased)
      .member("unreadableSessions", report->unreadable)
      .end_object()
      .take();
}

void add_create(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group,
      "create",
      "back up the log and the files, with or without a running server; files that an earlier "
      "backup in DEST has are not copied again; keys are never copied, see `backup keys`");
  const auto to = std::make_shared<std::string>();
  const auto keep = std::make_shared<std::uint64_t>(0);
  command
      .add_option(
          "DEST", *to, "folder of backups on the server's machine; a new or empty one is prepared")
      ->required();
  command
      .add_option("--keep",
                  *keep,
                  "keep this many of the newest backups; remove older ones, with the files that "
                  "only they need")
      ->check(CLI::Range(1, 1'000'000));
  on_typed(command, typed, [to, keep](Operator& op) {
    // The path must be absolute: the server has a working directory of its own.
    const auto path = std::filesystem::absolute(*to).lexically_normal();
    return op.run(
        "backup create",
        http::input_of<http::AskedBackup>(http::given<"to">(path.string()),
                                          http::given<"keep">(http::only_if(*keep > 0, *keep))));
  });
}

void add_keys(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group,
                                  "keys",
                                  "make a folder an exact copy of the key slots; a slot that was "
                                  "destroyed since the last copy is destroyed in the copy too");
  const auto to = std::make_shared<std::string>();
  command
      .add_option(
          "DEST", *to, "folder of the copy on the server's machine; keep it apart from the backups")
      ->required();
  on_typed(command, typed, [to](Operator& op) {
    const auto path = std::filesystem::absolute(*to).lexically_normal();
    return op.run("backup keys",
                  http::input_of<http::AskedKeyBackup>(http::given<"to">(path.string())));
  });
}

void add_folder(CLI::App& command, std::string& folder) {
  command.add_option("DEST", folder, "folder of backups")
      ->required()
      ->check(CLI::ExistingDirectory);
}

void add_list(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "list", "list the backups in a folder, and the damaged manifests");
  const auto folder = std::make_shared<std::string>();
  add_folder(command, *folder);
  on_typed(command, typed, [folder](Operator& op) { return op.print(list(*folder)); });
}

void add_chosen_backup(CLI::App& command, ChosenBackup& backup, const char* meaning_of_key) {
  add_folder(command, backup.folder);
  command.add_option("--backup", backup.number, "number of the backup [the newest]")
      ->type_name("NUMBER");
  command.add_option("--vkey", backup.verifier_keys, meaning_of_key)
      ->type_name("KEY")
      ->expected(1)
      ->check([](const std::string& text) {
        return wrong_with_verifier_key(text, tlog::KeyType::Log);
      });
}

void add_backup_verify(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group,
      "verify",
      "read a whole backup and name the first damaged file; needs no server and no keys");
  const auto backup = std::make_shared<ChosenBackup>();
  add_chosen_backup(
      command,
      *backup,
      "verifier key of the log, which must have signed the backup [no signature is checked]");
  on_typed(command, typed, [backup](Operator& op) {
    // RocksDB may end the process that reads tables from an untrusted source.
    return op.print(do_apart(
        "the backup cannot be verified", [&] { return verify(*backup); }, "backup verify"));
  });
}

void add_restore(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group,
                  "restore",
                  "create the data folder that --data names from a backup; sessions whose keys are "
                  "gone are purged when the folder is first opened");
  const auto backup = std::make_shared<ChosenBackup>();
  const auto keys = std::make_shared<std::string>();
  add_chosen_backup(
      command, *backup, "verifier key of the log; a backup that it has not signed is not restored");
  CLI::Option_group& source = *command.add_option_group("keys", "where the key slots are");
  source
      .add_option("--keys",
                  *keys,
                  "copy of the key slots, or the old data folder if it still exists; this or "
                  "--without-keys is required")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  source.add_flag("--without-keys")
      ->description("restore the log alone: the keys are lost, and no image can be read");
  source.require_option(1);
  on_typed(command, typed, [backup, keys](Operator& op) {
    return op.print(restore(*backup, *keys, op.data()));
  });
}

}  // namespace

void add_backup_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "backup", "make, list, verify and restore backups");
  add_create(group, typed);
  add_keys(group, typed);
  add_list(group, typed);
  add_backup_verify(group, typed);
  add_restore(group, typed);
}

}  // namespace countersign
