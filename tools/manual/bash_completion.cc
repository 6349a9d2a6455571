#include "tools/manual/completion.h"
#include "tools/manual/shell_case.h"

namespace countersign {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// The statement that completes a value; its functions are in kHelpers.
std::string bash_value(const OptionDescription& option) {
  if (!option.choices.empty()) {
    return std::string(option.is_list ? "_countersign_list " : "_countersign_words ") +
           shell::quoted(joined(option.choices));
  }
  switch (option.path) {
    case PathKind::File:
      return "_countersign_paths -f";
    case PathKind::Folder:
      return "_countersign_paths -d";
    case PathKind::None:
      return ":";
  }
  return ":";
}

std::string bash_case(const CommandDescription& program,
                      const std::string& path,
                      const CommandDescription& command) {
  std::string options;
  for (const OptionDescription& option : shell::options_at(program, path, command)) {
    options += (options.empty() ? "" : " ") + joined(option.names);
  }
  std::string words;
  for (const CommandDescription& each : command.commands) {
    words += (words.empty() ? "" : " ") + each.name;
  }
  std::string otherwise = "_countersign_words " + shell::quoted(words);
  if (words.empty()) {
    otherwise = command.positionals.empty() ? "_countersign_words " + shell::quoted(options)
                                            : bash_value(command.positionals.front());
  }
  return "    " + shell::quoted(path) + ")\n      if [[ $cur == -* ]]; then _countersign_words " +
         shell::quoted(options) + "; else " + otherwise + "; fi ;;\n";
}

constexpr const char* kHelpers =
    R"(_countersign_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_countersign_list() {
  local before=
  [[ $cur != *,* ]] || before=${cur%,*},
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "${cur##*,}"))
}
_countersign_paths() {
  compopt -o filenames 2>/dev/null || :
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}
)";

// Finds the command that was typed so far, and the option before the word, also in `--option=`.
constexpr const char* kBashFindPath =
    R"(  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= word i
  COMPREPLY=()
  [[ $cur != '=' ]] || cur=
  [[ $prev != '=' ]] || prev=${COMP_WORDS[COMP_CWORD-2]}
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
)";

std::string bash_function(const CommandDescription& program) {
  std::string text = shell::function_of(program) + "() {\n" + kBashFindPath;
  text += "    case $word in " + shell::pattern_of_valued(program) +
          ") ((++i)); [[ ${COMP_WORDS[i]} != '=' ]] || ((++i)); continue ;; esac\n";
  const std::string paths = shell::pattern_of_paths(program);
  if (!paths.empty()) {
    text += "    word=${path:+$path }$word\n    case $word in " + paths + ") path=$word ;; esac\n";
  }
  text += "  done\n  case $path:$prev in\n" + shell::value_cases(program, bash_value);
  text += "  esac\n  case $path in\n";
  shell::for_each_command(program, [&](const std::string& path, const CommandDescription& command) {
    text += bash_case(program, path, command);
  });
  return text + "  esac\n}\ncomplete -F " + shell::function_of(program) + " " + program.name + "\n";
}

}  // namespace

std::string bash_completion(const std::vector<CommandDescription>& programs) {
  std::string script = "# bash completion, made by `countersign completion bash`\n";
  script += kHelpers;
  for (const CommandDescription& program : programs) script += bash_function(program);
  return script;
}

}  // namespace countersign
