#include "tools/server/start/party_secrets.h"

#include <utility>

#include "tools/keys/engine_secret_file.h"

namespace countersign {

Result<PartySecrets, CannotServe> read_secrets(const ServerSettings& settings) {
  auto engine = open_engine_secret(settings.engine_secret_file);
  if (!engine) return CannotServe{engine.error()};
  if (settings.engine) {
    auto why = wrong_with_authorities(settings.engine->authorities_file);
    if (why) return CannotServe{std::move(*why)};
  }
  if (settings.oidc.secret_file.empty()) return PartySecrets{std::move(engine).value(), Secret()};
  auto provider = open_secret_line(settings.oidc.secret_file, "client secret file");
  if (!provider) return CannotServe{provider.error()};
  return PartySecrets{std::move(engine).value(), std::move(provider).value()};
}

}  // namespace countersign
