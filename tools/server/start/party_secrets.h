#pragma once
#include "core/result.h"
#include "events/crypto/secret.h"
#include "tools/options/settings.h"
#include "tools/server/start/cannot_serve.h"

namespace countersign {

// The secrets by which other parties know this server. Empty where no such party is set.
struct PartySecrets {
  Secret engine;
  Secret provider;
};

// Reads both from their files, and the file of the certificates that the engine's is held against.
Result<PartySecrets, CannotServe> read_secrets(const ServerSettings& settings);

}  // namespace countersign
