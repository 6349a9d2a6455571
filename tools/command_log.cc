#include <memory>

#include "tools/command.h"

namespace countersign {

namespace {

void add_tail(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_command(group, "tail", "the latest events, oldest first");
  const auto last = std::make_shared<std::uint64_t>(20);
  CLI::Option* const after =
      command.add_option("--after", wish.after, "all events behind this sequence");
  command.add_option("--last", *last, "so many events")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str()
      ->excludes(after);
  command.add_flag("--follow", wish.follow, "go on with events as they come");
  command.callback([&wish, after, last] {
    wish.last = after->count() > 0 ? 0 : *last;
    wish.kind = OperatorWish::Kind::Tail;
    wish.operation = "log tail";
  });
}

void add_export(CLI::App& group, OperatorWish& wish) {
  CLI::App& command = add_command(group, "export", "every event as it is stored, a line each");
  command.add_option("FILE", wish.file, "`-` for stdout")->default_val("-");
  command.add_option("--first", wish.first, "sequence of the first event")->default_val(1);
  const auto last = std::make_shared<std::uint64_t>(0);
  command.add_option("--last", *last, "sequence of the last event; the end without this");
  command.callback([&wish, last] {
    wish.kind = OperatorWish::Kind::Export;
    wish.operation = "log export";
    wish.last = *last;
  });
}

}  // namespace

void add_log_commands(CLI::App& app, OperatorWish& wish) {
  CLI::App& group = add_group(app, "log", "the event log");
  add_tail(group, wish);
  add_export(group, wish);
  add_command(group, "verify", "read every event and check its place, its hash and its stream")
      .callback([&wish] { wish.operation = "log verify"; });
}

}  // namespace countersign
