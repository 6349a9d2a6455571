#include <cstdint>
#include <memory>
#include <string>

#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_looks.h"
#include "tools/command/command.h"

namespace countersign {
namespace {

using http::given;
using http::only_if;
using http::unless_empty;

// The options that were typed.
struct TypedLooks {
  std::string session{};
  std::string client{};
  std::string file{};
  std::string reviewer{};
  std::string since{};
  std::uint64_t after = 0;
  std::uint64_t limit = 0;
};

void add_looks_command(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(
      group, "looks", "list who saw pictures: downloads by clients and looks by reviewers");
  const auto asked = std::make_shared<TypedLooks>();
  command.add_option("--session", asked->session, "only pictures of this session");
  command.add_option("--client", asked->client, "only pictures of this client's sessions");
  command.add_option("--file", asked->file, "only this picture, also in a bundle");
  command.add_option("--reviewer", asked->reviewer, "only looks of this reviewer, no downloads")
      ->type_name("rvw_...");
  command.add_option("--since", asked->since, "only from this time on: RFC 3339 or YYYY-MM-DD")
      ->type_name("TIME");
  command.add_option("--after", asked->after, "only what is behind this sequence");
  command.add_option("--limit", asked->limit, "list at most this many");
  on_typed(command, typed, [&command, asked](Operator& op) {
    return op.run("audit looks",
                  http::input_of<http::AskedLooks>(
                      given<"sessionId">(unless_empty(asked->session)),
                      given<"clientKey">(unless_empty(asked->client)),
                      given<"fileId">(unless_empty(asked->file)),
                      given<"reviewer">(unless_empty(asked->reviewer)),
                      given<"since">(unless_empty(asked->since)),
                      given<"after">(only_if(command.count("--after") > 0, asked->after)),
                      given<"limit">(only_if(command.count("--limit") > 0, asked->limit))));
  });
}

void add_downloads_command(CLI::App& group, CommandRun& typed) {
  CLI::App& command = add_command(group, "downloads", "list every download of files");
  const auto asked = std::make_shared<TypedLooks>();
  command.add_option("--session", asked->session, "only downloads of this session");
  command.add_option("--client", asked->client, "only downloads by this client");
  command.add_option("--after", asked->after, "only downloads after this sequence");
  command.add_option("--limit", asked->limit, "list at most this many");
  on_typed(command, typed, [&command, asked](Operator& op) {
    return op.run("audit downloads",
                  http::input_of<http::AskedDownloads>(
                      given<"sessionId">(unless_empty(asked->session)),
                      given<"clientKey">(unless_empty(asked->client)),
                      given<"after">(only_if(command.count("--after") > 0, asked->after)),
                      given<"limit">(only_if(command.count("--limit") > 0, asked->limit))));
  });
}

}  // namespace

void add_audit_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "audit", "list who has seen or downloaded pictures");
  add_looks_command(group, typed);
  add_downloads_command(group, typed);
}

}  // namespace countersign
