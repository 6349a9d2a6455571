#include "tools/manual/command_description.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string_view>

#include "core/ascii.h"

namespace countersign {
namespace {

constexpr std::string_view kListEnd = ",...";

std::vector<std::string> choices_of(std::string_view value) {
  std::vector<std::string> choices;
  if (value.find('|') == value.npos) return choices;
  if (value.ends_with(kListEnd)) value.remove_suffix(kListEnd.size());
  std::istringstream words{std::string(value)};
  for (std::string choice; std::getline(words, choice, '|');) choices.push_back(choice);
  return choices;
}

PathKind path_of(const OptionDescription& option, const std::string& type, bool is_positional) {
  const auto is = [&](const char* word) {
    return option.value == word || (is_positional && option.names.front() == word) ||
           type.find(std::string(":") + word) != type.npos;
  };
  if (is("DIR") || is("DEST")) return PathKind::Folder;
  const auto names_file = [](const std::string& name) { return name.ends_with("-file"); };
  if (is("FILE") || std::ranges::any_of(option.names, names_file)) return PathKind::File;
  return PathKind::None;
}

std::string without_checks(const std::string& type) {
  for (const char* check : {":FILE", ":DIR", ":INT in ["}) {
    const std::size_t at = type.find(check);
    if (at != type.npos) return type.substr(0, at);
  }
  return type;
}

// CLI11 calls a number without a sign UINT, which is no word for people.
std::string value_of(const std::string& type) {
  const std::string value = without_checks(type);
  return value == "UINT" ? "NUMBER" : value;
}

OptionDescription describe_option(const CLI::Option& option) {
  OptionDescription description;
  const bool is_positional = option.get_positional();
  description.is_positional = is_positional;
  if (is_positional) {
    description.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) description.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) description.names.push_back("--" + name);
  }
  // CLI11 appends the names of checks, as in `TEXT:DIR`.
  const std::string type = option.get_type_name();
  if (is_positional || option.get_items_expected_max() > 0) {
    description.value = value_of(type);
  }
  if (is_positional && description.value.find('|') == std::string::npos) {
    description.value = description.names.front();
  }
  description.choices = choices_of(description.value);
  description.is_list = description.value.ends_with(kListEnd);
  description.path = path_of(description, type, is_positional);
  description.is_required = option.get_required();
  description.is_repeated =
      is_positional && option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
  description.meaning = option.get_description();
  description.variable = option.get_envname();
  description.preset = option.get_default_str();
  return description;
}

void add_options(const CLI::App& app, CommandDescription& description) {
  for (const CLI::Option* option : app.get_options()) {
    // A group of options has a --help of its own, which nobody can give.
    const bool is_of_group = app.get_name().empty() && app.get_parent() != nullptr;
    if (option->get_group().empty() || (is_of_group && option == app.get_help_ptr())) continue;
    auto& list = option->get_positional() ? description.positionals : description.options;
    list.push_back(describe_option(*option));
  }
}

}  // namespace

std::string CommandDescription::sentence() const {
  std::string sentence = meaning;
  if (sentence.empty()) return sentence;
  sentence.front() = ascii_upper(sentence.front());
  return sentence.ends_with('.') ? sentence : sentence + ".";
}

CommandDescription describe(const CLI::App& app) {
  CommandDescription description{.name = app.get_name(), .meaning = app.get_description()};
  description.version = app.version();
  add_options(app, description);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    // CLI11 has a group of options as a command without a name.
    if (command->get_name().empty()) {
      add_options(*command, description);
    } else if (!command->get_group().empty()) {
      description.commands.push_back(describe(*command));
    }
  }
  return description;
}

}  // namespace countersign
