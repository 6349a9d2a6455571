#include "tools/verify/verification_options.h"

#include "tools/verify/verifier_key_option.h"

namespace countersign {

void add_verification_options(CLI::App& command, Verification& verification, CLI::Option* folder) {
  command.add_option("--since", verification.since, "a checkpoint that the log must go on from")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->check(CLI::ExistingFile)
      ->needs(folder);
  command
      .add_option("--receipt", verification.receipts, "a receipt whose event must be in the log")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->check(CLI::ExistingFile)
      ->needs(folder);
  command
      .add_option("--vkey",
                  verification.verifier_keys,
                  "whom to believe, the log's own key first; without it, whom the export names")
      ->type_name("KEY")
      ->allow_extra_args(false)
      ->check([](const std::string& text) { return wrong_with_verifier_key(text); })
      ->needs(folder);
  command
      .add_option("--witness-vkey",
                  verification.witness_verifier_keys,
                  "a witness that must have cosigned the checkpoint")
      ->type_name("KEY")
      ->allow_extra_args(false)
      ->check([](const std::string& text) {
        return wrong_with_verifier_key(text, tlog::KeyType::Witness);
      })
      ->needs(folder);
}

void describe_verifier(CLI::App& app, Verification& verification, bool& json) {
  app.name("countersign-verify");
  app.description(
      "Verifies an exported log by its files alone: signatures, tiles, every event and its place,\n"
      "the rules of each stream, older checkpoints and receipts. Exits with 0 if all of it is "
      "right.");
  CLI::Option* const folder = app.add_option("DIR", verification.folder, "the exported log")
                                  ->required()
                                  ->check(CLI::ExistingDirectory);
  add_verification_options(app, verification, folder);
  app.add_flag("--json", json, "one JSON document on stdout");
  app.set_version_flag("--version", std::string("countersign-verify ") + COUNTERSIGN_VERSION);
}

}  // namespace countersign
