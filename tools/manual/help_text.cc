#include "tools/manual/help_text.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>

#include "tools/terminal/screen.h"

namespace countersign {
namespace {

constexpr std::size_t kMostColumns = 100;
// In narrower lines a meaning stands below its name, not to its right.
constexpr std::size_t kBesideLeast = 60;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kMeaningAt = 28;
constexpr std::size_t kMeaningAtBelow = 6;

// Lines that are filled word by word, from the column where the text stands.
class Filled {
 public:
  Filled(std::string& out, std::size_t at, std::size_t indent, std::size_t columns)
      : out_(out), at_(at), indent_(indent), columns_(columns) {}

  void add(std::string_view word) {
    const std::size_t gap = begins_ ? 0 : 1;
    if (at_ + gap + word.size() > columns_ && at_ > indent_) {
      break_line();
    } else if (gap > 0) {
      put(" ");
    }
    begins_ = false;
    // Alternatives, as in A|B|C, may be broken behind a bar.
    while (at_ + word.size() > columns_) {
      const std::size_t room = columns_ > at_ ? columns_ - at_ : 0;
      const std::size_t bar = room == 0 ? word.npos : word.rfind('|', room - 1);
      if (bar == word.npos) break;
      put(word.substr(0, bar + 1));
      word.remove_prefix(bar + 1);
      break_line();
    }
    put(word);
  }
  void add_words(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
      if (end > 0) add(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

 private:
  void put(std::string_view text) {
    out_ += text;
    at_ += text.size();
  }
  void break_line() {
    out_ += "\n" + std::string(indent_, ' ');
    at_ = indent_;
  }

  std::string& out_;
  std::size_t at_;
  std::size_t indent_;
  std::size_t columns_;
  bool begins_ = true;
};

void append_item(std::string& out,
                 const std::string& name,
                 const std::string& meaning,
                 std::size_t columns) {
  out += std::string(kIndent, ' ');
  Filled(out, kIndent, kIndent + 4, columns).add_words(name);
  const bool beside = columns >= kBesideLeast;
  const std::size_t at = beside ? kMeaningAt : kMeaningAtBelow;
  if (beside && kIndent + name.size() + 2 <= at) {
    out += std::string(at - kIndent - name.size(), ' ');
  } else {
    out += "\n" + std::string(at, ' ');
  }
  Filled(out, at, at, columns).add_words(meaning);
  out += "\n";
}

std::string name_of(const OptionDescription& option) {
  std::string name;
  for (const std::string& each : option.names) name += (name.empty() ? "" : ", ") + each;
  if (option.is_positional) return name + (option.is_repeated ? "..." : "");
  return option.value.empty() ? name : name + " " + option.value;
}

std::string meaning_of(const OptionDescription& option) {
  std::string meaning = option.meaning;
  if (option.is_positional && !option.choices.empty()) {
    meaning += fmt::format(": {}", fmt::join(option.choices, ", "));
  }
  if (!option.preset.empty()) meaning += " [" + option.preset + "]";
  if (!option.is_positional && option.is_required) meaning += " (required)";
  if (!option.variable.empty()) meaning += " (" + option.variable + ")";
  return meaning;
}

void append_options(std::string& out,
                    const char* heading,
                    const std::vector<OptionDescription>& options,
                    std::size_t columns) {
  if (options.empty()) return;
  out += std::string("\n") + heading + ":\n";
  for (const OptionDescription& option : options) {
    append_item(out, name_of(option), meaning_of(option), columns);
  }
}

std::string usage_of(const CommandDescription& command) {
  std::string usage = command.options.empty() ? "" : " [OPTIONS]";
  for (const OptionDescription& positional : command.positionals) {
    const std::string name = name_of(positional);
    usage += positional.is_required ? " " + name : " [" + name + "]";
  }
  return command.commands.empty() ? usage : usage + " COMMAND";
}

class HelpFormatter final : public CLI::FormatterBase {
 public:
  explicit HelpFormatter(std::size_t columns) : columns_(columns) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    // An option group stands for the command that it belongs to.
    while (app->get_name().empty() && app->get_parent() != nullptr) app = app->get_parent();
    return help_text(describe(*app), name, columns_);
  }

 private:
  std::size_t columns_;
};

}  // namespace

std::string help_text(const CommandDescription& command,
                      const std::string& name,
                      std::size_t columns) {
  std::string out = "Usage: ";
  Filled(out, out.size(), kMeaningAtBelow, columns).add_words(name + usage_of(command));
  out += "\n\n";
  Filled(out, 0, 0, columns).add_words(command.sentence());
  out += "\n";
  append_options(out, "Arguments", command.positionals, columns);
  append_options(out, "Options", command.options, columns);
  if (!command.commands.empty()) out += "\nCommands:\n";
  for (const CommandDescription& each : command.commands) {
    append_item(out, each.name, each.meaning, columns);
  }
  const std::size_t program_end = name.find(' ');
  if (program_end != name.npos) {
    const std::string program = name.substr(0, program_end);
    out += "\n";
    Filled(out, 0, 0, columns)
        .add_words("Options of all commands, such as --data and --json: " + program + " --help");
    out += "\n";
  }
  return out;
}

void use_help_text(CLI::App& app, std::optional<std::size_t> columns) {
  app.set_help_flag("-h,--help", "print this help and exit");
  app.formatter(
      std::make_shared<HelpFormatter>(std::min(columns.value_or(kUsualColumns), kMostColumns)));
}

}  // namespace countersign
