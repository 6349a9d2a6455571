#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations/operations_views.h"
#include "tools/command/command.h"
#include "tools/machine/work_progress.h"

namespace countersign {
namespace {

constexpr std::uint64_t kPartSessions = 500;
// The members of a report that count what a part has done.
constexpr std::array<const char*, 4> kSums{
    "expiredSessions", "purgedSessions", "purgedFiles", "purgedBytes"};
// The members that describe the state at the part's end.
constexpr std::array<const char*, 3> kStates{"heldSessions", "failedFiles", "unreadSessions"};

// The report of the parts so far.
class Report {
 public:
  // Returns nullopt if the answer is no report of a sweep.
  static std::optional<Report> read(const std::string& answer) {
    Report report;
    rapidjson::Document& json = report.report_;
    if (!parse_json(json, answer, kOwnJson) || !json.IsObject()) return std::nullopt;
    const auto is_count = [&](const char* name) {
      return json.HasMember(name) && json[name].IsUint64();
    };
    if (!std::ranges::all_of(kSums, is_count) || !std::ranges::all_of(kStates, is_count) ||
        !json.HasMember("complete") || !json["complete"].IsBool()) {
      return std::nullopt;
    }
    return report;
  }

  std::uint64_t count(const char* name) const { return report_[name].GetUint64(); }
  bool complete() const { return report_["complete"].GetBool(); }

  void add(const Report& part) {
    for (const char* name : kSums) report_[name].SetUint64(count(name) + part.count(name));
    for (const char* name : kStates) report_[name].SetUint64(part.count(name));
    report_["complete"].SetBool(part.complete());
  }

  std::string text() const {
    JsonWriter json;
    json.begin_object();
    for (const auto& member : report_.GetObject()) {
      const std::string name = member.name.GetString();
      if (member.value.IsBool()) json.member(name, member.value.GetBool());
      if (member.value.IsUint64()) json.member(name, member.value.GetUint64());
      if (member.value.IsString()) json.member(name, member.value.GetString());
    }
    return json.end_object().take();
  }

 private:
  Report() = default;

  rapidjson::Document report_;
};

// Runs a sweep and returns the operation's report. At a terminal, a dry run counts first; then the
// sweep runs in parts, whose progress is shown. It can be interrupted between two parts, and the
// next sweep does the rest.
OperatorAnswer sweep(OperatorClient& client,
                     bool dry_run_only,
                     std::optional<std::uint64_t> limit,
                     bool at_terminal) {
  const auto part = [&](bool dry_run, std::optional<std::uint64_t> part_limit) {
    return client.run("retention sweep",
                      http::input_of<http::AskedSweep>(http::given<"dryRun">(dry_run),
                                                       http::given<"limit">(part_limit)));
  };
  WorkProgress progress("retention sweep", "session");
  if (dry_run_only || !at_terminal) return part(dry_run_only, limit);
  auto counted = part(true, limit);
  if (!counted) return counted;
  const OperatorFault not_understood{"the answer is not understood"};
  const auto expected = Report::read(*counted);
  if (!expected) return not_understood;
  const std::uint64_t total = expected->count("purgedSessions");
  std::optional<Report> sum;
  for (;;) {
    const std::uint64_t done = sum ? sum->count("purgedSessions") : 0;
    const std::uint64_t left = limit.value_or(done + kPartSessions) - done;
    progress.report(done, total);
    auto answer = part(false, std::min(left, kPartSessions));
    if (!answer) return answer;
    auto report = Report::read(*answer);
    if (!report) return not_understood;
    const bool over = report->complete() || report->count("purgedSessions") == 0;
    if (sum) {
      sum->add(*report);
    } else {
      sum = std::move(report);
    }
    const std::uint64_t purged = sum->count("purgedSessions");
    if (!over && (!limit || purged < *limit)) continue;
    return sum->text();
  }
}

}  // namespace

void add_retention_commands(CLI::App& app, CommandRun& typed) {
  CLI::App& group = add_group(app, "retention", "delete what retention no longer keeps");
  CLI::App& command =
      add_command(group, "sweep", "record expired sessions and purge those that are due, now");
  const auto dry_run = std::make_shared<bool>(false);
  const auto limit = std::make_shared<std::optional<std::uint64_t>>();
  command.add_flag("--dry-run", *dry_run, "count, and change nothing");
  command.add_option("--limit", *limit, "purge at most this many sessions");
  on_typed(command, typed, [dry_run, limit](Operator& op) {
    const bool at_terminal = !op.json() && ::isatty(STDERR_FILENO) == 1;
    return op.print(sweep(op.client(), *dry_run, *limit, at_terminal));
  });
}

}  // namespace countersign
