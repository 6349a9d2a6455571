#pragma once
#include <cstdint>
#include <string>
#include <variant>

#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/utc_time.h"

// The commands to a client. core/stream/command.h lists the parts of a command.
namespace countersign {

struct RegisterClient {
  UtcTime at;
  std::string name;
  ClientPolicy policy;
  SecretHash secret;
  bool sandbox = false;
};

struct ChangeClient {
  UtcTime at;
  std::string name;
  ClientPolicy policy;
};

struct AddSecret {
  UtcTime at;
  SecretHash secret;
};

struct RevokeSecret {
  UtcTime at;
  std::uint32_t secret_id = 0;
};

struct DisableClient {
  UtcTime at;
  std::string reason;
};

using ClientCommand =
    std::variant<RegisterClient, ChangeClient, AddSecret, RevokeSecret, DisableClient>;

}  // namespace countersign
