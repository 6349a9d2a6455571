#pragma once

#include "tools/verify/verification.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace countersign {

// Adds --since, --receipt, --vkey, --witness-vkey and --temporary to a command that verifies the
// exported log that `folder` names. `verification` must outlive the parsing.
void add_verification_options(CLI::App& command, Verification& verification, CLI::Option* folder);

// Adds --state and --state-key, for a command that needs nothing of earlier events but that they
// are good.
void add_state_options(CLI::App& command, Verification& verification, CLI::Option* folder);

// Describes the whole command line of countersign-verify.
void describe_verifier(CLI::App& app, Verification& verification, bool& json);

}  // namespace countersign
