#pragma once
#include <chrono>
#include <string>

#include "core/result.h"
#include "events/crypto/keys/master_key.h"

namespace countersign {

inline constexpr std::chrono::milliseconds kKeyCommandTimeout = std::chrono::seconds(30);

// Returns the master key that a command prints, such as one that asks a KMS. The command must write
// the content of a key file to its standard output, and nothing more. `/bin/sh -c` runs it, without
// input, and with its standard error on /dev/null, so that none of it can reach a log. The
// command and the processes that it started are killed if it prints too much or takes too long.
//
// A failure is one sentence that contains neither the command, which may hold a credential, nor its
// output. Blocks; thread-safe.
Result<MasterKey, std::string> master_key_of_command(
    const std::string& command, std::chrono::milliseconds timeout = kKeyCommandTimeout);

}  // namespace countersign
