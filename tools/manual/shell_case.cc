#include "tools/manual/shell_case.h"

#include <algorithm>
#include <set>

namespace countersign::shell {
namespace {

void visit_below(const std::string& path,
                 const CommandDescription& command,
                 const VisitCommand& visit) {
  visit(path, command);
  for (const CommandDescription& each : command.commands) {
    visit_below(path.empty() ? each.name : path + " " + each.name, each, visit);
  }
}

std::string alternatives(const std::set<std::string>& words) {
  std::string pattern;
  for (const std::string& word : words) pattern += (pattern.empty() ? "" : "|") + quoted(word);
  return pattern;
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string function_of(const CommandDescription& program) {
  std::string name = "_" + program.name;
  std::ranges::replace(name, '-', '_');
  return name;
}

void for_each_command(const CommandDescription& program, const VisitCommand& visit) {
  visit_below("", program, visit);
}

std::string pattern_of_valued(const CommandDescription& program) {
  std::set<std::string> names;
  for_each_command(program, [&](const std::string&, const CommandDescription& command) {
    for (const OptionDescription& option : command.options) {
      if (!option.value.empty()) names.insert(option.names.begin(), option.names.end());
    }
  });
  return alternatives(names);
}

std::string pattern_of_paths(const CommandDescription& program) {
  std::set<std::string> paths;
  for_each_command(program, [&](const std::string& path, const CommandDescription&) {
    if (!path.empty()) paths.insert(path);
  });
  return alternatives(paths);
}

std::string value_cases(const CommandDescription& program,
                        const std::function<std::string(const OptionDescription&)>& complete) {
  std::string cases;
  for_each_command(program, [&](const std::string& path, const CommandDescription& command) {
    for (const OptionDescription& option : command.options) {
      if (option.value.empty()) continue;
      const std::string place = path.empty() ? "*:" : quoted(path) + ":";
      std::string pattern;
      for (const std::string& name : option.names) {
        pattern += (pattern.empty() ? "" : "|") + place + name;
      }
      cases += "    " + pattern + ") " + complete(option) + "; return ;;\n";
    }
  });
  return cases;
}

std::vector<OptionDescription> options_at(const CommandDescription& program,
                                          const std::string& path,
                                          const CommandDescription& command) {
  std::vector<OptionDescription> options = command.options;
  if (path.empty()) return options;
  for (const OptionDescription& option : program.options) {
    // Each command has its own --help, and --version belongs to the program.
    const auto is = [&](const char* name) { return std::ranges::count(option.names, name) > 0; };
    if (!is("--help") && !is("--version")) options.push_back(option);
  }
  return options;
}

}  // namespace countersign::shell
