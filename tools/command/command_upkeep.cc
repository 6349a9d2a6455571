#include <memory>
#include <string>

#include "core/text/json_writer.h"
#include "tools/command/command.h"

namespace countersign {

namespace {

void add_sweep(CLI::App& app, OperatorWish& wish) {
  CLI::App& group = add_group(app, "retention", "the deletion of files after their time");
  CLI::App& command = add_command(group, "sweep", "expire sessions and delete what is due, now");
  const auto dry_run = std::make_shared<bool>(false);
  const auto limit = std::make_shared<std::uint64_t>(0);
  command.add_flag("--dry-run", *dry_run, "count only");
  command.add_option("--limit", *limit, "sessions at most");
  command.callback([&command, &wish, dry_run, limit] {
    wish.kind = OperatorWish::Kind::Sweep;
    wish.dry_run = *dry_run;
    if (command.count("--limit") > 0) wish.limit = *limit;
  });
}

void add_audit(CLI::App& app, OperatorWish& wish) {
  CLI::App& group = add_group(app, "audit", "who has done what");
  CLI::App& command = add_command(group, "downloads", "every download of files");
  const auto session = std::make_shared<std::string>();
  const auto client = std::make_shared<std::string>();
  const auto after = std::make_shared<std::uint64_t>(0);
  const auto limit = std::make_shared<std::uint64_t>(0);
  command.add_option("--session", *session, "of this session");
  command.add_option("--client", *client, "by this client");
  command.add_option("--after", *after, "behind this sequence");
  command.add_option("--limit", *limit, "at most so many");
  command.callback([&command, &wish, session, client, after, limit] {
    JsonWriter json;
    json.begin_object();
    if (!session->empty()) json.member("sessionId", *session);
    if (!client->empty()) json.member("clientKey", *client);
    if (command.count("--after") > 0) json.member("after", *after);
    if (command.count("--limit") > 0) json.member("limit", *limit);
    wish.operation = "audit downloads";
    wish.input = json.end_object().take();
  });
}

}  // namespace

void add_upkeep_commands(CLI::App& app, OperatorWish& wish) {
  add_sweep(app, wish);
  add_audit(app, wish);
  CLI::App& group = add_group(app, "projections", "the views that are derived from the log");
  add_command(group, "verify", "compare the live views with rebuilt ones, byte for byte")
      .callback([&wish] { wish.operation = "projections verify"; });
  add_command(group, "rebuild", "fold the whole log again and change to the result")
      .callback([&wish] { wish.operation = "projections rebuild"; });
}

}  // namespace countersign
