#include "tools/command/command.h"
#include "tools/options/listen_address.h"
#include "tools/verify/verifier_key_option.h"

namespace countersign {

void add_witness_command(CLI::App& app, OperatorWish& wish) {
  CLI::App& command = add_command(
      app,
      "witness",
      "serve as a witness of logs (C2SP tlog-witness) until SIGTERM: cosign each checkpoint that\n"
      "goes on from the one before, and refuse every other; needs no data folder");
  WitnessWish& witness = wish.witness;
  command.add_option("--listen", witness.listen, "address to serve; port 0 takes a free one")
      ->type_name("HOST:PORT")
      ->required()
      ->check([](const std::string& text) {
        return is_listen_address(text) ? "" : "'" + text + "' is not HOST:PORT";
      });
  command
      .add_option("--state", witness.state, "folder of what was cosigned last; made when absent")
      ->type_name("DIR")
      ->required();
  command.add_option("--key-file", witness.key_file, "file of the key that cosigns; made once")
      ->type_name("FILE")
      ->required();
  command
      .add_option("--name",
                  witness.name,
                  "name of the key, e.g. witness.example/w1 [that of the key; one of its own]")
      ->type_name("NAME")
      ->check([](const std::string& text) {
        return tlog::is_key_name(text)
                   ? ""
                   : "'" + text + "' has a space, a plus sign or an unprintable character in it";
      });
  command
      .add_option("--log",
                  witness.log_verifier_keys,
                  "key of a log to follow; repeatable, also for further keys of one log")
      ->type_name("VKEY")
      ->allow_extra_args(false)
      ->required()
      ->check([](const std::string& text) {
        return wrong_with_verifier_key(text, tlog::KeyType::Log);
      });
  command.callback([&wish] { wish.kind = OperatorWish::Kind::Witness; });
}

}  // namespace countersign
