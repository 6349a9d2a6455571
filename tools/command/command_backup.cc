#include <filesystem>
#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "events/tlog/note/note_key.h"
#include "tools/command/command.h"
#include "tools/verify/verifier_key_option.h"

namespace countersign {

namespace {

using Kind = OperatorWish::Kind;

void add_create(CLI::App& group, OperatorWish& wish) {
  CLI::App& command =
      add_command(group,
                  "create",
                  "copy log and files into a folder of backups, also while served;\n"
                  "what an earlier backup there has is not copied again; no keys");
  const auto to = std::make_shared<std::string>();
  const auto keep = std::make_shared<std::uint64_t>(0);
  command.add_option("DEST", *to, "the folder, on the server's machine; a new or empty one first")
      ->required();
  command.add_option("--keep", *keep, "drop older backups than so many, and what only they need")
      ->check(CLI::Range(1, 1'000'000));
  command.callback([&wish, to, keep] {
    JsonWriter json;
    // The path must be absolute: the server has a working directory of its own.
    json.begin_object().member("to", std::filesystem::absolute(*to).lexically_normal().string());
    if (*keep > 0) json.member("keep", *keep);
    wish.operation = "backup create";
    wish.input = json.end_object().take();
  });
}

void add_keys(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_command(group,
                                  "keys",
                                  "make a folder a copy of the key slots, apart from all backups;\n"
                                  "one that was destroyed since the last time is destroyed there");
  const auto to = std::make_shared<std::string>();
  command.add_option("DEST", *to, "the folder, on the server's machine")->required();
  command.callback([&wish, to] {
    wish.operation = "backup keys";
    wish.input = JsonWriter()
                     .begin_object()
                     .member("to", std::filesystem::absolute(*to).lexically_normal().string())
                     .end_object()
                     .take();
  });
}

CLI::App& add_on_folder(
    CLI::App& group, OperatorWish& wish, Kind kind, const char* name, const char* meaning) {
  CLI::App& command = add_command(group, name, meaning);
  command.add_option("DEST", wish.folder, "the folder of backups")
      ->required()
      ->check(CLI::ExistingDirectory);
  command.callback([&wish, kind] { wish.kind = kind; });
  return command;
}

void add_number(CLI::App& command, OperatorWish& wish) {
  command.add_option("--backup", wish.backup, "its number; the newest without it")
      ->type_name("NUMBER");
}

void add_verifier_key(CLI::App& command, OperatorWish& wish, const char* meaning) {
  command.add_option("--vkey", wish.verifier_keys, meaning)
      ->type_name("KEY")
      ->expected(1)
      ->check([](const std::string& text) {
        return wrong_with_verifier_key(text, tlog::KeyType::Log);
      });
}

void add_verify(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_on_folder(
      group,
      wish,
      Kind::BackupVerify,
      "verify",
      "read a whole backup and name the first file that is damaged; no server, no keys");
  add_number(command, wish);
  add_verifier_key(
      command, wish, "the log's key, which must have signed it; else no signature is checked");
}

void add_restore(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_on_folder(
      group,
      wish,
      Kind::BackupRestore,
      "restore",
      "make a data folder, that of --data, of a backup; sessions to whose files there is no\n"
      "key any more are purged when it is first opened");
  add_number(command, wish);
  add_verifier_key(command, wish, "the log's key; a backup that it has not signed is not restored");
  CLI::Option_group& source = *command.add_option_group("keys", "where the key slots are");
  source
      .add_option("--keys", wish.keys, "a backup of keys, or the data folder if it is still there")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  source.add_flag("--without-keys")
      ->description("they are lost: the log is restored, and no image");
  source.require_option(1);
}

}  // namespace

void add_backup_commands(CLI::App& app, OperatorWish& wish) {
  CLI::App& group = add_group(app, "backup", "copies of the data, and, apart, of its keys");
  add_create(group, wish);
  add_keys(group, wish);
  add_on_folder(group, wish, Kind::BackupList, "list", "the backups in a folder");
  add_verify(group, wish);
  add_restore(group, wish);
}

}  // namespace countersign
