#include "tools/verify/verification_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "core/version.h"
#include "tools/verify/verifier_key_option.h"

namespace countersign {

void add_verification_options(CLI::App& command, Verification& verification, CLI::Option* folder) {
  command
      .add_flag("--range",
                verification.is_range,
                "the folder has a range of a log: its events, their place and both checkpoints are "
                "verified, and no rule that needs the log from its beginning")
      ->needs(folder);
  command
      .add_option(
          "--since", verification.since, "older checkpoint that the log must extend; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->check(CLI::ExistingFile)
      ->needs(folder);
  command
      .add_option(
          "--receipt", verification.receipts, "receipt whose event must be in the log; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->check(CLI::ExistingFile)
      ->needs(folder);
  command
      .add_option("--vkey",
                  verification.verifier_keys,
                  "verifier key to trust, the log's own first; repeatable [the keys that the "
                  "export itself names]")
      ->type_name("KEY")
      ->allow_extra_args(false)
      ->check([](const std::string& text) { return wrong_with_verifier_key(text); })
      ->needs(folder);
  command
      .add_option("--witness-vkey",
                  verification.witness_verifier_keys,
                  "verifier key of a witness that must have cosigned the checkpoint; repeatable")
      ->type_name("KEY")
      ->allow_extra_args(false)
      ->check([](const std::string& text) {
        return wrong_with_verifier_key(text, tlog::KeyType::Witness);
      })
      ->needs(folder);
  command
      .add_option("--temporary",
                  verification.temporary,
                  "folder for what the verification cannot hold in memory, encrypted in a file "
                  "without a name [TMPDIR, or /var/tmp]")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory)
      ->needs(folder);
}

void add_state_options(CLI::App& command, Verification& verification, CLI::Option* folder) {
  CLI::Option* const state =
      command
          .add_option(
              "--state",
              verification.state,
              "folder with the state of the last verification, encrypted: go on from there, "
              "and keep the state of this one; made if it does not exist [verify all]")
          ->type_name("DIR")
          ->needs(folder);
  CLI::Option* const key = command
                               .add_option("--state-key",
                                           verification.state_key,
                                           "key file of the state, as `countersign key make` makes "
                                           "one; keep it away from the state")
                               ->type_name("FILE")
                               ->check(CLI::ExistingFile)
                               ->needs(state);
  state->needs(key);
}

void describe_verifier(CLI::App& app, Verification& verification, bool& json) {
  app.name("countersign-verify");
  app.description(
      "verify an exported log by its files alone: signatures, tiles, every event and its place, "
      "the rules of each stream, older checkpoints and receipts");
  CLI::Option* const folder = app.add_option("DIR", verification.folder, "the exported log")
                                  ->required()
                                  ->check(CLI::ExistingDirectory);
  add_verification_options(app, verification, folder);
  add_state_options(app, verification, folder);
  app.add_flag("--json", json, "print one JSON document on stdout");
  app.set_version_flag(
      "--version", fmt::format("countersign-verify {}", kVersion), "print the version and exit");
}

}  // namespace countersign
