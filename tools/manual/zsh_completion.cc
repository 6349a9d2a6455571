#include <string_view>

#include "tools/manual/completion.h"
#include "tools/manual/shell_case.h"

namespace countersign {
namespace {

std::string words_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " " + shell::quoted(word);
  return text;
}

std::string zsh_value(const OptionDescription& option) {
  if (!option.choices.empty()) {
    return std::string(option.is_list ? "compset -P '*,'; " : "") + "compadd --" +
           words_of(option.choices);
  }
  switch (option.path) {
    case PathKind::File:
      return "_files";
    case PathKind::Folder:
      return "_files -/";
    case PathKind::None:
      return ":";
  }
  return ":";
}

// `name:meaning` for _describe, which needs a backslash before each colon of the name. The first
// line of the meaning is enough.
std::string described(const std::string& name, const std::string& meaning) {
  return " " + shell::quoted(name + ":" + meaning.substr(0, meaning.find('\n')));
}

std::string zsh_case(const CommandDescription& program,
                     const std::string& path,
                     const CommandDescription& command) {
  std::string text = "    " + shell::quoted(path) + ")\n      if [[ $cur == -* ]]; then\n";
  text += "        items=(";
  for (const OptionDescription& option : shell::options_at(program, path, command)) {
    for (const std::string& name : option.names) text += described(name, option.meaning);
  }
  text += ")\n        _describe -o option items\n      else\n        ";
  if (!command.commands.empty()) {
    text += "items=(";
    for (const CommandDescription& each : command.commands) {
      text += described(each.name, each.meaning);
    }
    text += ")\n        _describe command items\n";
  } else {
    text += (command.positionals.empty() ? ":" : zsh_value(command.positionals.front())) + "\n";
  }
  return text + "      fi ;;\n";
}

constexpr const char* kZshFindPath =
    R"(  local cur=$words[CURRENT] prev=$words[CURRENT-1] at= word i
  local -a items
  if [[ $cur == --*=* ]]; then
    prev=${cur%%=*}
    compset -P '*='
  fi
  for ((i = 2; i < CURRENT; ++i)); do
    word=$words[i]
)";

std::string zsh_function(const CommandDescription& program) {
  std::string text = shell::function_of(program) + "() {\n" + kZshFindPath;
  text +=
      "    case $word in (" + shell::pattern_of_valued(program) + ") ((++i)); continue ;; esac\n";
  const std::string paths = shell::pattern_of_paths(program);
  if (!paths.empty()) {
    text += "    word=${at:+$at }$word\n    case $word in (" + paths + ") at=$word ;; esac\n";
  }
  text += "  done\n  case $at:$prev in\n" + shell::value_cases(program, zsh_value);
  text += "  esac\n  case $at in\n";
  shell::for_each_command(program, [&](const std::string& path, const CommandDescription& command) {
    text += zsh_case(program, path, command);
  });
  return text + "  esac\n}\n";
}

}  // namespace

std::string zsh_completion(const std::vector<CommandDescription>& programs) {
  std::string names;
  std::string functions;
  std::string dispatch;
  std::string defined;
  for (const CommandDescription& program : programs) {
    names += " " + program.name;
    functions += zsh_function(program);
    dispatch += "    " + program.name + ") " + shell::function_of(program) + " ;;\n";
    defined += "  compdef " + shell::function_of(program) + " " + program.name + "\n";
  }
  // As a file `_countersign` in a folder of $fpath, or evaluated.
  return "#compdef" + names + "\n# zsh completion, made by `countersign completion zsh`\n" +
         functions + "if [[ $funcstack[1] == _* ]]; then\n  case $service in\n" + dispatch +
         "  esac\nelse\n" + defined + "fi\n";
}

}  // namespace countersign
