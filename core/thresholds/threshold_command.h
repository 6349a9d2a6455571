#pragma once
#include <cstdint>
#include <string>

#include "core/ids.h"
#include "core/utc_time.h"

// The command that records a threshold set. core/stream/command.h lists the parts of a command.
namespace countersign {

struct RecordThresholds {
  UtcTime at;
  std::uint32_t version = 0;
  Sha256 sha256;
  std::string text;
};

}  // namespace countersign
