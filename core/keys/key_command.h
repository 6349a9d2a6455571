#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/keys/key_event.h"
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

// Leaves `from` up to `to` of the slot may be handed out.
struct ReserveLeaves {
  UtcTime at;
  std::string slot;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct PunctureKey {
  UtcTime at;
  SessionId session;
  std::vector<SlotLeaf> leaves;
};

using KeyCommand = std::variant<DestroyKey, RotateMasterKey, ReserveLeaves, PunctureKey>;

}  // namespace countersign
