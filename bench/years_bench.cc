// A log of years: what it costs to open it, to append to it, to prove and to export a range of it,
// beside the same on a log of a hundredth of the size, in turns. Where the cost follows what is
// done, and not what is there, the ratio is about one. Each figure is of a process of its own.
//
//   years_bench [--smoke | --events N] [--folder DIR] [--whole]
//
// DIR keeps the logs, for another run; without it they are made in the temporary folder. --whole
// audits the larger log from its first event to its last as well.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/arguments.h"
#include "bench/cold_process.h"
#include "bench/rounds.h"
#include "bench/years_parts.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kEventsUsual = 1'000'000;
constexpr std::uint64_t kEventsSmoke = 20'000;
constexpr std::uint64_t kSmaller = 100;  // the other log has a hundredth of the events
constexpr double kFlat = 1.3;

// ---- the comparison ---------------------------------------------------------------

struct MadeLog {
  fs::path folder;
  std::uint64_t events = 0;
};

std::uint64_t disk_bytes(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

void print(const char* name, const char* unit, double value) {
  std::printf("{\"bench\":\"years_%s\",\"unit\":\"%s\",\"value\":%.2f}\n", name, unit, value);
  std::fflush(stdout);
}

void make(const MadeLog& log) {
  const Figures made =
      run_part({"--part", "fill", log.folder.string(), std::to_string(log.events)});
  const auto events = static_cast<double>(log.events);
  print("events", "events", events);
  print("fill", "events/s", events / made.at("elapsed_ms") * 1e3);
  print("fill_cpu", "events/s", events / made.at("cpu_ms") * 1e3);
  print("fill_peak", "MiB", made.at("peak_mib"));
  print("line", "bytes/event", made.at("line_bytes") / events);
  print("disk", "bytes/event", static_cast<double>(disk_bytes(log.folder)) / events);
}

// Compares figures of a part on both logs, in turns.
class Comparison {
 public:
  Comparison(MadeLog large, MadeLog small, std::size_t rounds)
      : large_(std::move(large)), small_(std::move(small)), rounds_(rounds) {}

  // `arguments` gives those of the part for a log, behind "--part".
  template <class Arguments>
  void compare(const std::string& name,
               const std::vector<std::pair<const char*, const char*>>& figures,
               const Arguments& arguments) const {
    std::vector<Figures> large;
    std::vector<Figures> small;
    for (std::size_t round = 0; round < rounds_; ++round) {
      large.push_back(run(large_, arguments, round));
      small.push_back(run(small_, arguments, round));
    }
    for (const auto& [figure, unit] : figures) print(name, figure, unit, large, small);
  }

 private:
  template <class Arguments>
  static Figures run(const MadeLog& log, const Arguments& arguments, std::size_t round) {
    std::vector<std::string> all{"--part"};
    for (std::string& argument : arguments(log, round)) all.push_back(std::move(argument));
    forget_files(log.folder);
    return run_part(all);
  }

  static void print(const std::string& name,
                    const std::string& figure,
                    const char* unit,
                    const std::vector<Figures>& large,
                    const std::vector<Figures>& small) {
    std::size_t at = 0;
    const InTurns found = measure_in_turns(
        large.size(), [&] { return large[at].at(figure); }, [&] { return small[at++].at(figure); });
    print_in_turns("years_" + name + "_" + figure,
                   unit,
                   large.size(),
                   "small",
                   found,
                   kFlat,
                   found.ratio <= kFlat);
  }

  const MadeLog large_;
  const MadeLog small_;
  const std::size_t rounds_;
};

void compare_all(const MadeLog& large, const MadeLog& small, const fs::path& temp, bool smoke) {
  using Parts = std::vector<std::string>;
  const std::uint64_t few = std::max<std::uint64_t>(small.events / 100, 50);
  const auto range_of = [&](const MadeLog& log, std::size_t round) {
    return (temp / std::to_string(log.events) / std::to_string(round)).string();
  };
  const Comparison once(large, small, 1);
  const Comparison turns(large, small, smoke ? 1 : 5);
  const auto opened = [](const MadeLog& log, std::size_t) {
    return Parts{"open", log.folder.string()};
  };
  once.compare("open_after_kill", {{"open_ms", "ms"}, {"open_cpu_ms", "ms"}}, opened);
  turns.compare("open", {{"open_ms", "ms"}, {"open_cpu_ms", "ms"}, {"peak_mib", "MiB"}}, opened);
  turns.compare("prove",
                {{"inclusion_p50_ms", "ms"},
                 {"inclusion_p95_ms", "ms"},
                 {"consistency_p50_ms", "ms"},
                 {"consistency_p95_ms", "ms"},
                 {"peak_mib", "MiB"}},
                [](const MadeLog& log, std::size_t) {
                  return Parts{"proofs", log.folder.string()};
                });
  // As many events of both logs.
  turns.compare("export_range",
                {{"elapsed_ms", "ms"}, {"cpu_ms", "ms"}, {"peak_mib", "MiB"}},
                [&](const MadeLog& log, std::size_t round) {
                  return Parts{"export",
                               log.folder.string(),
                               range_of(log, round),
                               std::to_string(log.events - log.events / 3),
                               std::to_string(few)};
                });
  turns.compare("verify_range",
                {{"elapsed_ms", "ms"}, {"cpu_ms", "ms"}, {"peak_mib", "MiB"}},
                [&](const MadeLog& log, std::size_t round) {
                  return Parts{"verify", range_of(log, round)};
                });
  turns.compare(
      "append",
      {{"one_p50_ms", "ms"}, {"one_p95_ms", "ms"}, {"group_p50_ms", "ms"}, {"peak_mib", "MiB"}},
      [](const MadeLog& log, std::size_t) {
        return Parts{"append", log.folder.string()};
      });
}

// A range of one percent of the larger log.
void measure_percent(const MadeLog& log, const fs::path& temp) {
  const std::uint64_t events = std::max<std::uint64_t>(log.events / 100, 1);
  const std::string range = (temp / "percent").string();
  const Figures made = run_part({"--part",
                                 "export",
                                 log.folder.string(),
                                 range,
                                 std::to_string(log.events),
                                 std::to_string(events)});
  const Figures verified = run_part({"--part", "verify", range});
  const auto count = static_cast<double>(events) * 1e3;
  print("percent_export", "events/s", count / made.at("elapsed_ms"));
  print("percent_export_peak", "MiB", made.at("peak_mib"));
  print("percent_verify", "events/s", count / verified.at("elapsed_ms"));
  print("percent_verify_cpu", "events/s", count / verified.at("cpu_ms"));
  print("percent_verify_peak", "MiB", verified.at("peak_mib"));
}

void measure_whole(const MadeLog& log) {
  const Figures audited =
      run_part({"--part", "whole", log.folder.string(), std::to_string(log.events)});
  print(
      "whole_audit", "events/s", static_cast<double>(log.events) * 1e3 / audited.at("elapsed_ms"));
  print("whole_audit_peak", "MiB", audited.at("peak_mib"));
}

struct Wanted {
  std::uint64_t events = kEventsUsual;
  std::optional<fs::path> folder{};
  bool smoke = false;
  bool whole = false;
};

Wanted wanted_by(const std::vector<std::string_view>& arguments) {
  Wanted wanted;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--smoke") wanted.smoke = true;
    if (arguments[i] == "--whole") wanted.whole = true;
    if (arguments[i] == "--events" && has_value) wanted.events = whole_number(arguments[++i]);
    if (arguments[i] == "--folder" && has_value) wanted.folder = arguments[++i];
  }
  if (wanted.smoke) wanted.events = kEventsSmoke;
  return wanted;
}

int run(const Wanted& wanted) {
  const TempFolder temp;
  const fs::path folder = wanted.folder.value_or(temp.path());
  const MadeLog large{folder / ("log-" + std::to_string(wanted.events)), wanted.events};
  const std::uint64_t fewer = std::max<std::uint64_t>(wanted.events / kSmaller, 100);
  const MadeLog small{folder / ("log-" + std::to_string(fewer)), fewer};
  make(small);
  make(large);
  compare_all(large, small, temp.path(), wanted.smoke);
  measure_percent(large, temp.path());
  if (wanted.whole) measure_whole(large);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == "--part") return run_years_part(arguments);
  return run(wanted_by(arguments));
}
