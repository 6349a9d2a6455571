#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tools/manual/command_description.h"

// The parts that the completion scripts of all shells have in common: patterns of `case`, which
// bash and zsh write alike.
namespace countersign::shell {

// The text as one word, between single quotes.
std::string quoted(const std::string& text);
// The name of the function that completes a program.
std::string function_of(const CommandDescription& program);

// Calls `visit` with the program itself and every command in it. `path` is how one types it,
// without the program's name: `backup create`; "" for the program.
using VisitCommand =
    std::function<void(const std::string& path, const CommandDescription& command)>;
void for_each_command(const CommandDescription& program, const VisitCommand& visit);

// The names of the options that take a value, as alternatives of one pattern.
std::string pattern_of_valued(const CommandDescription& program);
// The paths of all commands, as alternatives of one pattern; "" if there are none.
std::string pattern_of_paths(const CommandDescription& program);

// The alternatives of a `case` on `PATH:OPTION`, each of which `complete` completes. An option of
// the program itself may follow any command.
std::string value_cases(const CommandDescription& program,
                        const std::function<std::string(const OptionDescription&)>& complete);

// All options that one may give to a command.
std::vector<OptionDescription> options_at(const CommandDescription& program,
                                          const std::string& path,
                                          const CommandDescription& command);

}  // namespace countersign::shell
