#include "bench/years_parts.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>

#include "bench/arguments.h"
#include "bench/cold_process.h"
#include "bench/rounds.h"
#include "bench/tiny_log.h"
#include "events/audit/live_log.h"
#include "events/audit/range/verify_range.h"
#include "events/audit/range/write_range.h"
#include "events/event_log.h"
#include "events/tlog/tree/tile_tree.h"
#include "tests/events/audit/export/exported_log.h"

namespace countersign::bench {
namespace {

namespace fs = std::filesystem;
using Steady = std::chrono::steady_clock;

constexpr std::size_t kGroup = 10'000;  // events of an append while the log is filled
constexpr std::size_t kAppends = 50;    // of one event each
constexpr std::size_t kSmallGroup = 1000;
constexpr std::size_t kGroups = 5;
constexpr std::size_t kProofs = 500;

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "years_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::_Exit(1);
}

double ms_since(Steady::time_point start) {
  return std::chrono::duration<double, std::milli>(Steady::now() - start).count();
}

double percentile(std::vector<double> values, std::size_t percent) {
  std::ranges::sort(values);
  return values[std::min(values.size() - 1, values.size() * percent / 100)];
}

std::unique_ptr<EventLog> open(const fs::path& folder, bool read_only = false) {
  auto log = EventLog::open(folder, {.read_only = read_only});
  if (!log) give_up(log.error());
  return *std::move(log);
}

void append(EventLog& log, const std::vector<StoredEvent>& events) {
  const auto views = log.begin(nullptr);
  if (const auto error = log.append(events, *views, {})) give_up(describe(*error));
}

// Fills a log, and is killed with the log open, so that the next part opens what a crash leaves.
void fill(const fs::path& folder, std::uint64_t events) {
  const auto log = open(folder);
  TinyLog tiny;
  tiny.skip(log->head().sequence.value());
  std::uint64_t bytes = 0;
  auto anchored = Steady::now();
  for (std::uint64_t made = log->head().sequence.value(); made < events;) {
    std::vector<StoredEvent> group;
    for (; group.size() < kGroup && made < events; ++made) group.push_back(tiny.next());
    for (const StoredEvent& event : group) bytes += event.bytes.size();
    append(*log, group);
    if (ms_since(anchored) < 1000) continue;  // as a server does every second
    if (const auto error = log->write_anchor()) give_up(describe(*error));
    anchored = Steady::now();
  }
  if (const auto error = log->write_anchor()) give_up(describe(*error));
  print_figure("line_bytes", static_cast<double>(bytes));
  std::fflush(stdout);
  ::raise(SIGKILL);
}

void open_only(const fs::path& folder) {
  const auto start = Steady::now();
  const double cpu = process_ms();
  const auto log = open(folder);
  print_figure("open_ms", ms_since(start));
  print_figure("open_cpu_ms", process_ms() - cpu);
}

// Appends in groups of `size`, to streams that begin here, so that any log takes them.
std::vector<double> append_groups(EventLog& log, std::size_t size, std::size_t groups) {
  std::mt19937_64 random(log.head().sequence.value());
  std::vector<double> took;
  for (std::size_t i = 0; i < groups; ++i) {
    const LogHead head = log.head();
    std::vector<StoredEvent> events;
    for (std::size_t k = 0; k < size; ++k) {
      RecordedEvent recorded;
      recorded.sequence = Sequence(head.sequence.value() + 1 + k);
      Uuid id{};
      for (auto& byte : id) byte = static_cast<std::uint8_t>(random());
      recorded.stream = stream_of(SessionId(uuid_from_random(id)));
      recorded.version = StreamVersion(1);
      recorded.at = head.at;
      recorded.actor = {ActorKind::Operator, "uid:0"};
      recorded.request = RequestId("r");
      recorded.event = HoldSet{"because"};
      events.push_back(encode_stored(std::move(recorded)));
    }
    const auto start = Steady::now();
    append(log, events);
    took.push_back(ms_since(start));
  }
  return took;
}

void append_part(const fs::path& folder) {
  const auto log = open(folder);
  const auto ones = append_groups(*log, 1, kAppends);
  print_figure("one_p50_ms", percentile(ones, 50));
  print_figure("one_p95_ms", percentile(ones, 95));
  print_figure("group_p50_ms", percentile(append_groups(*log, kSmallGroup, kGroups), 50));
}

tlog::TileTree tree_of(const EventLog& log) {
  const LogHead head = log.head();
  auto tree = tlog::TileTree::open(head.sequence.value(), head.root, tiles_of(log));
  if (!tree) give_up(tree.error().why);
  return *std::move(tree);
}

// Each proof opens the tree anew, as a request does.
void proofs(const fs::path& folder) {
  const auto log = open(folder, true);
  const std::uint64_t size = log->head().sequence.value();
  std::mt19937_64 random(1);
  const auto timed = [&](const auto& prove) {
    std::vector<double> took;
    for (std::size_t i = 0; i < kProofs; ++i) {
      const std::uint64_t place = 1 + random() % (size - 1);
      const auto start = Steady::now();
      tlog::TileTree tree = tree_of(*log);
      if (!prove(tree, place)) give_up("a proof cannot be read");
      took.push_back(ms_since(start));
    }
    return took;
  };
  const auto inclusion = timed([&](tlog::TileTree& tree, std::uint64_t place) {
    return prove_inclusion(tree, place, size).has_value();
  });
  const auto consistency = timed([&](tlog::TileTree& tree, std::uint64_t place) {
    return prove_consistency(tree, place, size).has_value();
  });
  print_figure("inclusion_p50_ms", percentile(inclusion, 50));
  print_figure("inclusion_p95_ms", percentile(inclusion, 95));
  print_figure("consistency_p50_ms", percentile(consistency, 50));
  print_figure("consistency_p95_ms", percentile(consistency, 95));
}

// Exports the `events` that end at `to`.
void export_range(const fs::path& folder,
                  const fs::path& range,
                  std::uint64_t to,
                  std::uint64_t events) {
  const auto log = open(folder, true);
  tlog::TileTree tree = tree_of(*log);
  const auto file = prove_range(tree, to - events, to);
  const auto older = read_root(tree, to - events);
  const auto newer = read_root(tree, to);
  if (!file || !older || !newer) give_up("the range cannot be proved");
  const tlog::SignerKey key = tlog::log_key();
  const auto note = [&](std::uint64_t size, const Digest& root) {
    return ExportableLog::sign({key.verifier().name(), size, root, {}}, key);
  };
  const auto failed = write_range(range,
                                  {[&](Sequence first, const EventStore::BytesSink& sink) {
                                     return log->read_bytes(first, sink);
                                   },
                                   note(to - events, *older),
                                   note(to, *newer),
                                   *file,
                                   ExportableLog::keys(),
                                   {}});
  if (failed) give_up(*failed);
}

void check_range(const fs::path& range) {
  VerifyExportOptions options;
  options.keys = ExportableLog::keys();
  const RangeFindings verdict = verify_range(range, options);
  if (!verdict.ok()) {
    give_up(verdict.found.first_error->file + ": " + verdict.found.first_error->why);
  }
}

// Audits the log as the operators' `log verify` does. The appended events are not a server's, so
// the fault of the first of these ends it.
void whole(const fs::path& folder, std::uint64_t events) {
  const auto log = open(folder, true);
  const auto verdict = audit_live_log(*log, *log);
  if (!verdict) give_up(describe(verdict.error()));
  if (verdict->events < events) give_up("the log has a fault: " + verdict->fault->why);
}

}  // namespace

int run_years_part(const std::vector<std::string_view>& arguments) {
  const std::string_view part = arguments[1];
  const fs::path folder = arguments[2];
  const auto number = [&](std::size_t at) { return whole_number(arguments.at(at)); };
  if (part == "fill") fill(folder, number(3));
  if (part == "open") open_only(folder);
  if (part == "append") append_part(folder);
  if (part == "proofs") proofs(folder);
  if (part == "export") export_range(folder, arguments.at(3), number(4), number(5));
  if (part == "verify") check_range(folder);
  if (part == "whole") whole(folder, number(3));
  return 0;
}

}  // namespace countersign::bench
