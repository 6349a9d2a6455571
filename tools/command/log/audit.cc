#include <cstdint>
#include <memory>
#include <string>

#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_session.h"
#include "tools/command/command.h"

namespace countersign {

using http::given;
using http::only_if;
using http::unless_empty;

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
    return op.run("audit downloads",
                  http::input_of<http::AskedDownloads>(
                      given<"sessionId">(unless_empty(*session)),
                      given<"clientKey">(unless_empty(*client)),
                      given<"after">(only_if(command.count("--after") > 0, *after)),
                      given<"limit">(only_if(command.count("--limit") > 0, *limit))));
  });
}

}  // namespace countersign
