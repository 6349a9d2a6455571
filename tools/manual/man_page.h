#pragma once
#include <string>

#include "tools/manual/command_description.h"

namespace countersign {

// A manual page of a command and all its subcommands, in roff with the macros of man(7). `name` is
// how one types the command: `countersign backup`. `version` is that of the program.
std::string man_page(const CommandDescription& command,
                     const std::string& name,
                     const std::string& section,
                     const std::string& version);

}  // namespace countersign
