#pragma once
#include <cstdint>
#include <string>
#include <variant>

#include "core/ids.h"
#include "core/utc_time.h"

// The commands to the keys. core/stream/command.h lists the parts of a command.
namespace countersign {

struct DestroyKey {
  UtcTime at;
  std::string slot;
  std::uint64_t sessions_kept = 0;
};

struct RotateMasterKey {
  UtcTime at;
  Sha256 from;
  Sha256 to;
  std::uint64_t slots = 0;
};

using KeyCommand = std::variant<DestroyKey, RotateMasterKey>;

}  // namespace countersign
