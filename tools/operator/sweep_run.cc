#include "tools/operator/sweep_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/check.h"
#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "tools/machine/terminal.h"

namespace countersign {
namespace {

constexpr std::uint64_t kPartSessions = 500;
constexpr std::uint64_t kBarCharacters = 30;
// The members of a report that count what a part has done. The other members describe the state at
// the part's end.
constexpr std::array<const char*, 4> kSums{
    "expiredSessions", "purgedSessions", "purgedFiles", "purgedBytes"};

// The report of the parts so far.
class Report {
 public:
  explicit Report(const std::string& answer) {
    check(parse_json(report_, answer) && report_.IsObject(),
          "the answer to a sweep is a JSON object");
  }

  std::uint64_t count(const char* name) const { return report_[name].GetUint64(); }
  bool complete() const { return report_["complete"].GetBool(); }

  void add(const Report& part) {
    for (const char* name : kSums) report_[name].SetUint64(count(name) + part.count(name));
    for (const char* name : {"heldSessions", "failedFiles", "unreadSessions"}) {
      report_[name].SetUint64(part.count(name));
    }
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
  rapidjson::Document report_;
};

std::string input_of(bool dry_run, std::optional<std::uint64_t> limit) {
  JsonWriter json;
  json.begin_object().member("dryRun", dry_run);
  if (limit) json.member("limit", *limit);
  return json.end_object().take();
}

void show(std::uint64_t done, std::uint64_t total) { print_progress(progress_line(done, total)); }

}  // namespace

std::string progress_line(std::uint64_t done, std::uint64_t total) {
  const std::uint64_t whole = std::max<std::uint64_t>(total, 1);
  const std::uint64_t shown = total == 0 ? whole : std::min(done, whole);
  std::string bar(static_cast<std::size_t>(kBarCharacters * shown / whole), '#');
  bar.resize(kBarCharacters, ' ');
  return fmt::format("[{}] {:3} % {} of {} sessions", bar, 100 * shown / whole, done, total);
}

Result<std::string, OperatorFault> run_sweep(OperatorDesk& desk,
                                             const OperatorWish& wish,
                                             bool at_terminal) {
  const auto part = [&](bool dry_run, std::optional<std::uint64_t> limit) {
    return desk.run("retention sweep", input_of(dry_run, limit));
  };
  if (wish.dry_run || !at_terminal) return part(wish.dry_run, wish.limit);
  const auto counted = part(true, wish.limit);
  if (!counted) return counted;
  const std::uint64_t total = Report(*counted).count("purgedSessions");
  std::optional<Report> sum;
  for (;;) {
    const std::uint64_t done = sum ? sum->count("purgedSessions") : 0;
    const std::uint64_t left = wish.limit.value_or(done + kPartSessions) - done;
    show(done, total);
    const auto answer = part(false, std::min(left, kPartSessions));
    if (!answer) return answer;
    Report report(*answer);
    const bool over = report.complete() || report.count("purgedSessions") == 0;
    if (sum) {
      sum->add(report);
    } else {
      sum = std::move(report);
    }
    const std::uint64_t purged = sum->count("purgedSessions");
    if (!over && (!wish.limit || purged < *wish.limit)) continue;
    show(purged, total);
    print_error("\n");
    return sum->text();
  }
}

}  // namespace countersign
