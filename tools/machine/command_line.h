#pragma once
#include <CLI/CLI.hpp>

namespace countersign {

// The exit status of a program that did not understand its command line.
inline constexpr int kUsageStatus = 2;

// Prints the message of a command line that ended the parsing, whose text may contain file names
// that a shell put there. Returns the exit status: 0 after --help and --version, else kUsageStatus.
int print_parse_error(CLI::App& app, const CLI::ParseError& error);

}  // namespace countersign
