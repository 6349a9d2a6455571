#include <memory>
#include <string>

#include "tools/command/command.h"
#include "tools/options/settings_option.h"

namespace countersign {
namespace {

template <class E>
CLI::Option* add_name(CLI::App& command,
                      const std::string& flag,
                      const std::function<void(E)>& take,
                      const std::string& meaning) {
  std::string known;
  for (const auto& entry : enum_names<E>) {
    if (!known.empty()) known += ", ";
    known += entry.name;
  }
  const auto read = [flag, take, known](const CLI::results_t& given) {
    const auto value = parse_name_ignoring_case<E>(given.back());
    if (!value) {
      throw CLI::ValidationError(flag, "'" + given.back() + "' is none of " + known);
    }
    take(*value);
    return true;
  };
  return command.add_option(flag, read, meaning)->type_name("NAME");
}

}  // namespace

void add_inspect_command(CLI::App& app, OperatorWish& wish) {
  CLI::App& command = add_command(
      app,
      "inspect",
      "look at local pictures as the server would: every measure with its levels and verdict;\n"
      "exit status 1 when one is refused");
  InspectWish& inspect = wish.inspect;
  command.add_option("FILE", inspect.files, "documents, or the frames of --liveness in order")
      ->required();
  CLI::Option* const type = add_name<DocumentType>(
      command, "--type", [&inspect](DocumentType value) { inspect.type = value; }, "declared type");
  CLI::Option* const side = add_name<Side>(
      command, "--side", [&inspect](Side value) { inspect.side = value; }, "declared side [FRONT]");
  const auto read_actions = [&inspect](const CLI::results_t& given) {
    for (const std::string& name : given) {
      const auto action = parse_name_ignoring_case<Action>(name);
      if (!action) throw CLI::ValidationError("--liveness", "'" + name + "' is no action");
      inspect.actions.push_back(*action);
    }
    return true;
  };
  command
      .add_option("--liveness",
                  CLI::callback_t(read_actions),
                  "the files are frames of a face that was asked for these, with commas")
      ->type_name("ACTIONS")
      ->delimiter(',')
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->excludes(type)
      ->excludes(side);
  add_thresholds(command, "--threshold", inspect.thresholds, "as countersignd takes it");
  command
      .add_option("--html",
                  inspect.html,
                  "a page that shows each picture with what was seen drawn on it; `-` for stdout")
      ->type_name("FILE");
  command.add_option("--inspector", inspect.inspector, "program that looks at images")
      ->type_name("FILE");
  command.callback([&wish] { wish.kind = OperatorWish::Kind::Inspect; });
}

}  // namespace countersign
