#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace countersign {

enum class PathKind : std::uint8_t { None, File, Folder };

// An option or a positional argument of a command, as --help describes it.
struct OptionDescription {
  std::vector<std::string> names{};    // `--json`, `-h`; of a positional its one name, as `DIR`
  std::string value{};                 // the name of its value, as `FILE`; empty: it takes none
  std::vector<std::string> choices{};  // all values that it takes; empty: many
  bool is_positional = false;
  bool is_list = false;  // it takes several choices with commas between them
  PathKind path = PathKind::None;
  bool is_required = false;
  bool is_repeated = false;  // a positional that takes any number of values
  std::string meaning{};
  std::string variable{};  // of the environment, that stands for the option
  std::string preset{};    // the value without the option
};

// A command with its subcommands.
struct CommandDescription {
  std::string name{};  // the last word of the command
  std::string meaning{};
  std::string version{};  // `countersign 0.1.0`; of a program alone
  std::vector<OptionDescription> options{};
  std::vector<OptionDescription> positionals{};
  std::vector<CommandDescription> commands{};

  // The meaning with a capital letter and a full stop.
  std::string sentence() const;
};

// Options and commands that are hidden in the help of `app` are left out. The name of a value says
// what the value is:
//
//   A|B|C        one of these
//   A|B|C,...    one or more of these, with commas
//   HOST:PORT    any other text, whole
//   FILE, DIR    a path; so are the values of an option `--...-file`, and what a CLI11 check
//                requires to exist
CommandDescription describe(const CLI::App& app);

}  // namespace countersign
