#pragma once
#include <string>
#include <vector>

#include "tools/manual/command_description.h"

namespace countersign {

// Scripts that complete the command lines of programs: subcommands, options, the values of options
// that have a few, and paths. They need nothing but their shell; the one of bash needs no package
// of completions.
std::string bash_completion(const std::vector<CommandDescription>& programs);
std::string zsh_completion(const std::vector<CommandDescription>& programs);

}  // namespace countersign
