#include <cstdint>
#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "tools/command/command.h"

namespace countersign {

void add_audit_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "audit", "list who has downloaded files");
  CLI::App& command = add_command(group, "downloads", "list every download of files");
  const auto session = std::make_shared<std::string>();
  const auto client = std::make_shared<std::string>();
  const auto after = std::make_shared<std::uint64_t>(0);
  const auto limit = std::make_shared<std::uint64_t>(0);
  command.add_option("--session", *session, "only downloads of this session");
  command.add_option("--client", *client, "only downloads by this client");
  command.add_option("--after", *after, "only downloads after this sequence");
  command.add_option("--limit", *limit, "list at most this many");
  on_typed(command, typed, [&command, session, client, after, limit](Operator& op) {
    JsonWriter json;
    json.begin_object();
    if (!session->empty()) json.member("sessionId", *session);
    if (!client->empty()) json.member("clientKey", *client);
    if (command.count("--after") > 0) json.member("after", *after);
    if (command.count("--limit") > 0) json.member("limit", *limit);
    return op.run("audit downloads", json.end_object().take());
  });
}

}  // namespace countersign
