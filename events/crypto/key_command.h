#pragma once
#include <chrono>
#include <string>

#include "core/result.h"
#include "events/crypto/master_key.h"

namespace countersign {

inline constexpr std::chrono::milliseconds kKeyCommandTimeout = std::chrono::seconds(30);

// The master key that a command prints, such as one that asks a KMS: what the key file would
// hold, on its standard output and nothing more. `/bin/sh -c` runs it, without input, and with
// its standard error closed, so that nothing of it can reach a journal. It is killed,
// with what it started, when it prints too much or takes too long.
//
// A failure is one sentence that names neither the command, which may have a credential in
// it, nor what it printed. Blocks; any thread.
Result<MasterKey, std::string> master_key_of_command(
    const std::string& command, std::chrono::milliseconds timeout = kKeyCommandTimeout);

}  // namespace countersign
