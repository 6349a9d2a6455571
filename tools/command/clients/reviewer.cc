#include <memory>
#include <string>
#include <vector>

#include "core/reviewer/reviewer_role.h"
#include "core/text/json_writer.h"
#include "tools/command/command.h"

namespace countersign {

namespace {

std::string wrong_with_role(const std::string& text) {
  const std::string role = text.substr(0, text.find(':'));
  if (parse_name_ignoring_case<ReviewerRole>(role) && text.back() != ':') return "";
  return "'" + text + "' is not reviewer, supervisor or auditor, with or without :CLIENT";
}

void add_reviewer_roles(CLI::App& command,
                        std::vector<std::string>& roles,
                        const std::string& meaning) {
  command.add_option("--role", roles, meaning)
      ->type_name("ROLE[:CLIENT]")
      ->check(&wrong_with_role)
      ->allow_extra_args(false);
}

void write_roles(JsonWriter& json, const std::vector<std::string>& roles) {
  json.key("roles").begin_array();
  for (const std::string& text : roles) {
    const std::size_t colon = text.find(':');
    const std::string client =
        colon == std::string::npos ? std::string(RoleGrant::kAllClients) : text.substr(colon + 1);
    json.begin_object().member("role", text.substr(0, colon)).member("client", client);
    json.end_object();
  }
  json.end_array();
}

JsonWriter reviewer_input(const std::string& reviewer) {
  JsonWriter json;
  json.begin_object().member("reviewer", reviewer);
  return json;
}

void add_reviewer_add(CLI::App& group, CommandRun& typed) {
  CLI::App& command =
      add_command(group, "add", "register a reviewer; shows a link for the first passkey, once");
  const auto name = std::make_shared<std::string>();
  const auto roles = std::make_shared<std::vector<std::string>>();
  command.add_option("NAME", *name, "the person's name, which is kept outside the log")->required();
  add_reviewer_roles(
      command,
      *roles,
      "what the person may do: reviewer, supervisor or auditor, of one client (svck_...) or of "
      "all; repeatable [reviewer]");
  on_typed(command, typed, [name, roles](Operator& op) {
    JsonWriter json;
    json.begin_object().member("name", *name);
    write_roles(json, roles->empty() ? std::vector<std::string>{"reviewer"} : *roles);
    return op.run("reviewer add", json.end_object().take());
  });
}

void add_reviewer_change(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "change", "change a reviewer's name or roles");
  const auto reviewer = std::make_shared<std::string>();
  const auto name = std::make_shared<std::string>();
  const auto roles = std::make_shared<std::vector<std::string>>();
  command.add_option("REVIEWER", *reviewer, "reviewer id (rvw_...)")->required();
  command.add_option("--name", *name, "the person's name");
  add_reviewer_roles(
      command, *roles, "a role from now on; repeatable; replaces all that the reviewer had");
  on_typed(command, typed, [reviewer, name, roles](Operator& op) {
    JsonWriter json = reviewer_input(*reviewer);
    if (!name->empty()) json.member("name", *name);
    if (!roles->empty()) write_roles(json, *roles);
    return op.run("reviewer change", json.end_object().take());
  });
}

void add_reviewer_revoke(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "revoke", "stop accepting one of a reviewer's passkeys");
  const auto reviewer = std::make_shared<std::string>();
  const auto passkey = std::make_shared<std::string>();
  command.add_option("REVIEWER", *reviewer, "reviewer id (rvw_...)")->required();
  command.add_option("PASSKEY", *passkey, "id of the passkey, as `reviewer show` lists it")
      ->required();
  on_typed(command, typed, [reviewer, passkey](Operator& op) {
    return op.run("reviewer revoke",
                  reviewer_input(*reviewer).member("passkey", *passkey).end_object().take());
  });
}

void add_reviewer_disable(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "disable", "end a reviewer's logins and refuse every other; cannot be undone");
  const auto reviewer = std::make_shared<std::string>();
  const auto reason = std::make_shared<std::string>();
  command.add_option("REVIEWER", *reviewer, "reviewer id (rvw_...)")->required();
  command.add_option("--reason", *reason, "why, for the log; no personal data");
  on_typed(command, typed, [reviewer, reason](Operator& op) {
    JsonWriter json = reviewer_input(*reviewer);
    if (!reason->empty()) json.member("reason", *reason);
    return op.run("reviewer disable", json.end_object().take());
  });
}

// A command whose input is the reviewer alone.
void add_reviewer_plain(CLI::App& group,
                        CommandRun& typed,
                        const std::string& name,
                        const char* meaning) {
  CLI::App& command = add_command(group, name, meaning);
  const auto reviewer = std::make_shared<std::string>();
  command.add_option("REVIEWER", *reviewer, "reviewer id (rvw_...)")->required();
  on_typed(command, typed, [name, reviewer](Operator& op) {
    return op.run("reviewer " + name, reviewer_input(*reviewer).end_object().take());
  });
}

}  // namespace

void add_reviewer_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "reviewer", "manage the people who review in the console");
  add_reviewer_add(group, typed);
  on_typed(add_command(group, "list", "list all reviewers"), typed, [](Operator& op) {
    return op.run("reviewer list");
  });
  add_reviewer_plain(group, typed, "show", "show one reviewer");
  add_reviewer_change(group, typed);
  add_reviewer_plain(
      group, typed, "link", "make a link that registers one passkey within 15 minutes");
  add_reviewer_revoke(group, typed);
  add_reviewer_disable(group, typed);
  add_reviewer_plain(
      group, typed, "erase-name", "erase a reviewer's name, which the log does not have");
}

}  // namespace countersign
