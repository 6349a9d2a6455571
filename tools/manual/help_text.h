#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "tools/manual/command_description.h"

namespace CLI {
class App;
}

namespace countersign {

// The text of `--help`: usage, meaning, arguments, options and commands. Lines have at most
// `columns` bytes, except for words that cannot be broken. `name` is the whole command, as
// `countersign log tail`.
std::string help_text(const CommandDescription& command,
                      const std::string& name,
                      std::size_t columns);

// Makes that text the help of `app` and of the commands that are added to it afterwards. `columns`
// are those of the terminal; without one the text has 80.
void use_help_text(CLI::App& app, std::optional<std::size_t> columns = std::nullopt);

}  // namespace countersign
