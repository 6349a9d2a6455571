#include "tools/manual/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/enum_names.h"
#include "tools/manual/exit_statuses.h"

namespace countersign {
namespace {

// The text with what roff would obey as escapes: the characters that it changes, and a dot or a
// quote that begins a line. REQUIRES: ASCII.
std::string roff(std::string_view text) {
  std::string out;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) out += "\\&";
    begins_line = c == '\n';
    switch (c) {
      case '|':  // behind which a long word may be broken
        out += "|\\:";
        break;
      case '\\':
        out += "\\(rs";
        break;
      case '-':
        out += "\\-";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// The part of a meaning that fits behind the name: up to the first clause that explains it.
std::string summary_of(const std::string& meaning) {
  std::size_t end = meaning.size();
  for (const char* clause : {". ", ": ", "; "}) end = std::min(end, meaning.find(clause));
  return meaning.substr(0, end);
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

// `[OPTIONS] COMMAND`, `[OPTIONS] KEY [REASON]`
std::string arguments_of(const CommandDescription& command) {
  std::string text = command.options.empty() ? "" : " [" + italic("OPTIONS") + "]";
  for (const OptionDescription& positional : command.positionals) {
    const std::string name =
        italic(positional.names.front()) + (positional.is_repeated ? "..." : "");
    text += positional.is_required ? " " + name : " [" + name + "]";
  }
  if (!command.commands.empty()) text += " " + italic("COMMAND");
  return text;
}

std::string paragraph_of(const OptionDescription& option) {
  std::string text = ".TP\n";
  for (std::size_t i = 0; i < option.names.size(); ++i) {
    text += (i == 0 ? "" : ", ") + bold(option.names[i]);
  }
  if (!option.value.empty() && !option.is_positional) text += " " + italic(option.value);
  text += "\n" + roff(option.meaning);
  if (option.is_positional && !option.choices.empty()) {
    text += ": " + roff(fmt::format("{}", fmt::join(option.choices, ", ")));
  }
  if (!option.preset.empty()) text += "; default " + bold(option.preset);
  const bool names_variable = option.meaning.find(option.variable) != std::string::npos;
  if (!option.variable.empty() && !names_variable) text += " (" + roff(option.variable) + ")";
  return text + "\n";
}

std::string options_of(const CommandDescription& command, bool with_help) {
  std::string text;
  for (const OptionDescription& option : command.positionals) text += paragraph_of(option);
  for (const OptionDescription& option : command.options) {
    const bool is_help = std::ranges::count(option.names, "--help") > 0;
    if (with_help || !is_help) text += paragraph_of(option);
  }
  return text;
}

void append_commands(std::string& page,
                     const CommandDescription& command,
                     const std::string& name) {
  for (const CommandDescription& each : command.commands) {
    const std::string full = name + " " + each.name;
    if (each.commands.empty()) {
      page += ".SS \"" + roff(full) + "\"\n" + bold(full) + arguments_of(each) + "\n.PP\n" +
              roff(each.meaning) + "\n" + options_of(each, false);
    }
    append_commands(page, each, full);
  }
}

}  // namespace

std::string man_page(const CommandDescription& command,
                     const std::string& name,
                     const std::string& section,
                     const std::string& version) {
  std::string title = name;
  std::ranges::replace(title, ' ', '-');
  std::string upper = title;
  std::ranges::transform(upper, upper.begin(), ascii_upper);
  std::string page = fmt::format(".TH \"{}\" {} \"\" \"{}\" \"Countersign\"\n.nh\n.ad l\n",
                                 roff(upper),
                                 section,
                                 roff(version));
  std::string summary = summary_of(command.meaning);
  std::ranges::replace(summary, '\n', ' ');
  page += ".SH NAME\n" + roff(title) + " \\- " + roff(summary) + "\n";
  page += ".SH SYNOPSIS\n" + bold(name) + arguments_of(command) + "\n";
  if (summary.size() < command.meaning.size()) {
    page += ".SH DESCRIPTION\n" + roff(command.sentence()) + "\n";
  }
  page += ".SH OPTIONS\n" + options_of(command, true);
  if (!command.commands.empty()) page += ".SH COMMANDS\n";
  append_commands(page, command, name);
  const auto statuses = exit_statuses_of(std::string_view(name).substr(0, name.find(' ')));
  if (!statuses.empty()) page += ".SH EXIT STATUS\n";
  for (const ExitStatus& each : statuses) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", each.status, roff(each.meaning));
  }
  return page;
}

}  // namespace countersign
