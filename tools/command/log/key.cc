#include <filesystem>
#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "core/text/printable.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/os_random.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_key.h"
#include "tools/command/command.h"
#include "tools/machine/terminal.h"

namespace countersign {

namespace {

using http::given;
using http::only_if;
using http::unless_empty;

// Makes a key file. Says where it is, and never what is in it.
int make_master_key(const Operator& op, const std::string& file) {
  OsRandom random;
  if (const auto made = MasterKey::create(file, random); !made) return op.fail({made.error()});
  if (op.json()) {
    return op.print(JsonWriter().begin_object().member("masterKeyFile", file).end_object().take());
  }
  print_out("The new master key is in " + printable(file) +
            "; keep a copy of the file in a safe place, apart from the data.\n");
  return kOk;
}

void add_key_make(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "make", "make a master key file; needs no data folder, and replaces no file");
  const auto file = std::make_shared<std::string>();
  command.add_option("FILE", *file, "the new file, outside the data folder")->required();
  on_typed(command, typed, [file](Operator& op) { return make_master_key(op, *file); });
}

void add_key_rotate(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group,
      "rotate",
      "encrypt every key slot under a new master key, with or without a running server");
  const auto file = std::make_shared<std::string>();
  const auto printer = std::make_shared<std::string>();
  CLI::Option_group& source = *command.add_option_group("source", "of the new key");
  source.add_option("--new-master-key-file",
                    *file,
                    "file of the new key, which the server must be able to read; this or "
                    "--new-master-key-command is required");
  source.add_option("--new-master-key-command",
                    *printer,
                    "command that prints the new key, which the server runs");
  source.require_option(1);
  const auto gives_up = std::make_shared<bool>(false);
  command.add_flag("--give-up-lost-slots",
                   *gives_up,
                   "rotate although key slots are lost or damaged; what only they can decrypt may "
                   "be lost for good");
  on_typed(command, typed, [file, printer, gives_up](Operator& op) {
    // The path must be absolute: the server has a working directory of its own.
    const std::string path = file->empty() ? "" : std::filesystem::absolute(*file).string();
    return op.run(
        "key rotate",
        http::input_of<http::AskedRotation>(given<"newMasterKeyFile">(unless_empty(path)),
                                            given<"newMasterKeyCommand">(unless_empty(*printer)),
                                            given<"giveUpLostSlots">(only_if(*gives_up, true))));
  });
}

}  // namespace

void add_key_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "key", "manage the master key");
  add_key_make(group, typed);
  add_key_rotate(group, typed);
}

}  // namespace countersign
