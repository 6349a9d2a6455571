#pragma once
#include <span>
#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace countersign {

// The exit status of a program that did not understand its command line, or whose command line
// names a file or folder that does not exist.
inline constexpr int kUsageStatus = 2;

// The output of a program with --json that fails, one line on stdout: {"ok":false,"code":"USAGE" or
// "FAILED","detail":WHY}.
std::string failure_json(int status, const std::string& why);

// Prints the message of a command line that ended the parsing, whose text may contain file names
// that a shell put there. Returns the exit status: 0 after --help and --version, else kUsageStatus.
// `arguments` are those of the program: with --json among them, the failure is printed as JSON too.
int print_parse_error(CLI::App& app,
                      const CLI::ParseError& error,
                      std::span<char* const> arguments);

}  // namespace countersign
