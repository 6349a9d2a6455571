#include <memory>
#include <string>

#include "core/text/json_document.h"
#include "events/crypto/keys/key_file.h"
#include "events/crypto/secret.h"
#include "http/operator/judging/operations_inspector.h"
#include "http/operator/operation_input.h"
#include "tools/command/command.h"
#include "tools/machine/command_line.h"
#include "tools/machine/terminal.h"

namespace countersign {
namespace {

using http::given;
using http::unless_empty;

struct InspectorOptions {
  std::string name;
  std::string out;
};
using Options = std::shared_ptr<InspectorOptions>;

Options add_name(CLI::App& command) {
  auto options = std::make_shared<InspectorOptions>();
  command.add_option("NAME", options->name, "name of the machine, such as east-1")->required();
  return options;
}

std::string input_with(const InspectorOptions& options) {
  return http::input_of<http::NamedInspector>(given<"name">(unless_empty(options.name)));
}

// The text of the key file in the answer; empty if it is not there.
Secret key_file_in(const std::string& answer) {
  rapidjson::Document document;
  if (!parse_json(document, answer, kOwnJson) || !document.IsObject()) return Secret();
  const auto member = document.FindMember("keyFile");
  if (member == document.MemberEnd() || !member->value.IsString()) return Secret();
  return Secret(std::string_view(member->value.GetString(), member->value.GetStringLength()));
}

// Writes the file before anything is printed. If that fails, takes the key back: nobody has it.
int add_to_file(Operator& op, const InspectorOptions& options) {
  const OperatorAnswer answer = op.client().run("inspector add", input_with(options));
  if (!answer) return op.fail(answer.error());
  const Secret text = key_file_in(*answer);
  if (const auto why = create_key_file(options.out, "inspector's key file", text)) {
    (void)op.client().run("inspector remove", input_with(options));
    return op.fail({.detail = *why});
  }
  return op.print(op.client().run("inspector list", "{}"));
}

void add_inspector_add(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "add", "make the key of an inspector on another machine");
  const auto options = add_name(command);
  command
      .add_option("--out",
                  options->out,
                  "new file for the key, which is carried to that machine [the key is shown once]")
      ->type_name("FILE");
  on_typed(command, typed, [options](Operator& op) {
    if (!options->out.empty()) return add_to_file(op, *options);
    return op.run_for_secret("inspector add", input_with(*options));
  });
}

void add_inspector_remove(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "remove", "let an inspector judge no further submission");
  const auto options = add_name(command);
  on_typed(command, typed, [options](Operator& op) {
    return op.run("inspector remove", input_with(*options));
  });
}

}  // namespace

void add_inspector_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "inspector", "manage inspectors on other machines");
  add_inspector_add(group, typed);
  CLI::App& list = add_command(group, "list", "list the machines whose inspectors may judge");
  on_typed(list, typed, [](Operator& op) { return op.run("inspector list"); });
  add_inspector_remove(group, typed);
}

}  // namespace countersign
