#pragma once
#include <string>

#include "core/utc_time.h"

// The command that begins a log. core/stream/command.h lists the parts of a command.
namespace countersign {

struct BeginLog {
  UtcTime at;
  std::string version;  // of the program, see core/version.h
};

}  // namespace countersign
