#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"

// CLI11 options whose values are names of an enum, in either case.
namespace countersign {

// `A|B|C`: all values of an option, as --help names them and completion offers them.
template <NamedEnum E>
std::string alternatives() {
  std::string names;
  for (const auto& entry : enum_names<E>) {
    if (!names.empty()) names += '|';
    names += entry.name;
  }
  return names;
}

// Parses a list such as `FULL_CAPTURE,LIVENESS`, each name at most once.
template <NamedEnum E>
std::optional<std::vector<E>> parse_names(std::string_view text) {
  std::vector<E> values;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto value = parse_name_ignoring_case<E>(text.substr(0, comma));
    if (!value || std::ranges::count(values, *value) > 0) return std::nullopt;
    values.push_back(*value);
    if (comma == std::string_view::npos) return values;
    text.remove_prefix(comma + 1);
  }
}

// Adds an option with one name. The last one given is taken.
template <NamedEnum E>
CLI::Option* add_name(CLI::App& command,
                      const std::string& flag,
                      const std::function<void(E)>& take,
                      const std::string& meaning) {
  const std::string known = alternatives<E>();
  const auto read = [flag, take, known](const CLI::results_t& given) {
    const auto value = parse_name_ignoring_case<E>(given.back());
    if (!value) {
      throw CLI::ValidationError(flag, "'" + given.back() + "' is not one of " + known);
    }
    take(*value);
    return true;
  };
  return command.add_option(flag, read, meaning)->type_name(known);
}

// Adds an option with a list of names, which becomes `target`. The last list given is taken.
// `target` must outlive the parsing.
template <NamedEnum E>
CLI::Option* add_names(CLI::App& command,
                       const std::string& flag,
                       std::vector<E>& target,
                       const std::string& meaning) {
  const auto read = [flag, &target](const CLI::results_t& given) {
    const auto values = parse_names<E>(given.back());
    if (!values) {
      throw CLI::ValidationError(flag,
                                 "'" + given.back() + "' is not a list of " + alternatives<E>() +
                                     " with commas, each once");
    }
    target = *values;
    return true;
  };
  return command.add_option(flag, read, meaning)
      ->type_name(alternatives<E>() + ",...")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace countersign
