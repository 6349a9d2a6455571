#include <memory>
#include <string>
#include <vector>

#include "core/reviewer/reviewer_role.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_reviewer.h"
#include "tools/command/command.h"

namespace countersign {

namespace {

using http::given;
using http::input_of;
using http::unless_empty;

std::string wrong_with_role(const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  const auto role = parse_name_ignoring_case<ReviewerRole>(name);
  const bool has_client = name.size() < text.size();
  if (role == ReviewerRole::Operator && has_client && text != name + ":*") {
    return "'" + text + "' names a client: an operator is for the whole installation";
  }
  if (role && text.back() != ':') return "";
  return "'" + text +
         "' is not operator, nor reviewer, supervisor or auditor, with or without :CLIENT";
}

void add_reviewer_roles(CLI::App& command,
                        std::vector<std::string>& roles,
                        const std::string& meaning) {
  command.add_option("--role", roles, meaning)
      ->type_name("ROLE[:CLIENT]")
      ->check(&wrong_with_role)
      ->allow_extra_args(false);
}

// REQUIRES: none of the texts is wrong_with_role().
std::vector<RoleGrant> grants_of(const std::vector<std::string>& roles) {
  std::vector<RoleGrant> grants;
  for (const std::string& text : roles) {
    const std::size_t colon = text.find(':');
    RoleGrant& grant = grants.emplace_back();
    grant.role = parse_name_ignoring_case<ReviewerRole>(text.substr(0, colon)).value();
    if (colon != std::string::npos) grant.client = text.substr(colon + 1);
  }
  return grants;
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
      "all, or operator, who sees how the installation does; repeatable [reviewer]");
  on_typed(command, typed, [name, roles](Operator& op) {
    const auto grants = roles->empty() ? std::vector<RoleGrant>(1) : grants_of(*roles);
    return op.run("reviewer add",
                  input_of<http::NewReviewer>(given<"name">(*name), given<"roles">(grants)));
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
    return op.run("reviewer change",
                  input_of<http::ChangedReviewer>(given<"reviewer">(*reviewer),
                                                  given<"name">(unless_empty(*name)),
                                                  given<"roles">(unless_empty(grants_of(*roles)))));
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
    return op.run(
        "reviewer revoke",
        input_of<http::NamedPasskey>(given<"reviewer">(*reviewer), given<"passkey">(*passkey)));
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
    return op.run("reviewer disable",
                  input_of<http::DisabledReviewer>(given<"reviewer">(*reviewer),
                                                   given<"reason">(unless_empty(*reason))));
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
    return op.run("reviewer " + name, input_of<http::NamedReviewer>(given<"reviewer">(*reviewer)));
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
