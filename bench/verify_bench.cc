// How fast a log is exported and an export is verified, and in how much memory; each on one core,
// in a process of its own. Then how fast the events of N sessions are audited that are all open at
// a time, beside the same events of sessions that are open one after the other. The events are made
// by another process as they are read: no disk has them.
//
//   verify_bench [--smoke | --events N | --open N]
//
// --open N measures the latter alone. Its temporary file, in TMPDIR, takes some 500 bytes a
// session.
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "bench/arguments.h"
#include "bench/fed_audit.h"
#include "bench/open_log.h"
#include "events/audit/export/line_file.h"
#include "events/audit/export/verify_export.h"
#include "events/audit/export/write_export.h"
#include "events/event_log.h"
#include "events/tlog/tree/frontier.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/sample_log.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kEventsUsual = 200'000;
constexpr std::uint64_t kEventsSmoke = 5'000;
constexpr std::uint64_t kManyOpenUsual = 100'000;
constexpr std::uint64_t kManyOpenSmoke = 2'000;
constexpr double kMemoryGoal = 256;  // MiB
constexpr double kFlatGoal = 1.1;    // of the core's time beside that with hardly an open session
constexpr double kGoal = 300'000;    // events a second
constexpr std::uint64_t kBatch = 5'000;
// The number of open sessions, and of ended sessions that wait for their purge.
constexpr std::size_t kOpen = 2'000;
constexpr std::size_t kKept = 20'000;

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "verify_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::_Exit(1);
}

struct Measured {
  double core_seconds = 0;
  double peak_mib = 0;
};

// Runs the work on one core in a process of its own, and prints the rates and the memory. The goal
// applies to the core's time; in the elapsed time the core may have worked for others, or waited
// for the disk.
Measured measure(const char* name, std::uint64_t events, const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const ::pid_t child = ::fork();
  if (child == 0) {
    ::cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    if (::sched_setaffinity(0, sizeof(one), &one) != 0) give_up("no core of its own");
    work();
    std::_Exit(0);
  }
  int status = 0;
  struct ::rusage used {};
  if (child < 0 || ::wait4(child, &status, 0, &used) != child || status != 0) give_up(name);
  if (events == 0) return {};
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto cpu = [](const ::timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  const double core_seconds = cpu(used.ru_utime) + cpu(used.ru_stime);
  const auto count = static_cast<double>(events);
  std::printf(
      "{\"bench\":\"%s\",\"unit\":\"events/s\",\"events\":%llu,\"elapsed\":%.0f,\"core\":%.0f,"
      "\"system_share\":%.2f,\"peak_mib\":%.1f,\"goal\":%.0f,\"met\":%s}\n",
      name,
      static_cast<unsigned long long>(events),
      count / seconds,
      count / core_seconds,
      cpu(used.ru_stime) / core_seconds,
      static_cast<double>(used.ru_maxrss) / 1024,
      kGoal,
      count / core_seconds >= kGoal ? "true" : "false");
  std::fflush(stdout);
  return {core_seconds, static_cast<double>(used.ru_maxrss) / 1024};
}

// Fills a log. The events are appended in groups, as by the writer, but without commands and views.
// The checkpoint is signed over a tree that grows as the events come.
void fill(const fs::path& folder, const fs::path& note, std::uint64_t events) {
  const auto log = EventLog::open(folder, {});
  if (!log) give_up(log.error());
  SampleLog sample(1, kOpen, kKept);
  tlog::Frontier tree;
  while (tree.size() < events) {
    std::vector<StoredEvent> batch;
    while (batch.size() < kBatch && tree.size() < events) {
      batch.push_back(sample.next());
      tree.append(batch.back().leaf.value());
    }
    const auto views = (*log)->begin(nullptr);
    if (const auto error = (*log)->append(batch, *views, {})) give_up(describe(*error));
  }
  const tlog::SignerKey key = tlog::log_key();
  write_file(note, ExportableLog::sign({key.verifier().name(), events, tree.root(), {}}, key));
}

std::string text_of_file(const fs::path& path) {
  auto text = export_folder::read_file(path, tlog::kNoteBytesMax);
  if (!text) give_up(text.error().why);
  return *std::move(text);
}

void export_from(const fs::path& folder,
                 const std::string& note,
                 const decltype(ExportSource::read)& read) {
  const auto exported = write_export(folder, {read, note, ExportableLog::keys(), {}});
  if (!exported) give_up(exported.error());
}

// Exports from the database, which compares the events with its tiles on the way.
void export_log(const fs::path& log_folder, const fs::path& folder, const fs::path& note) {
  const auto log = EventLog::open(log_folder, {.read_only = true});
  if (!log) give_up(log.error());
  export_from(folder, text_of_file(note), [&](Sequence first, const EventStore::BytesSink& sink) {
    return (*log)->read_bytes(first, sink);
  });
}

// Exports from the lines of another export, to measure the writing alone.
void export_lines(const fs::path& from, const fs::path& folder, const fs::path& note) {
  auto lines = LineFile::open(from / export_folder::kEvents, kEventBytesMax);
  if (!lines) give_up(lines.error().why);
  export_from(
      folder,
      text_of_file(note),
      [&](Sequence first, const EventStore::BytesSink& sink) -> Result<Sequence, StoreError> {
        Sequence next = first;
        std::string_view line;
        while (lines->next(line) == LineFile::Got::Line && sink(next, line)) {
          next = Sequence(next.value() + 1);
        }
        return next;
      });
}

void verify(const fs::path& folder) {
  VerifyExportOptions options;
  options.keys = ExportableLog::keys();
  const ExportFindings verdict = verify_export(folder, options);
  if (verdict.first_error) give_up(verdict.first_error->file + ": " + verdict.first_error->why);
}

// A number that processes share.
class SharedNumber {
 public:
  SharedNumber() {
    void* const page = ::mmap(
        nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) give_up("no memory is shared");
    number_ = static_cast<std::uint64_t*>(page);
  }
  ~SharedNumber() { ::munmap(number_, sizeof(std::uint64_t)); }
  SharedNumber(const SharedNumber&) = delete;
  SharedNumber& operator=(const SharedNumber&) = delete;
  std::uint64_t& operator*() const { return *number_; }

 private:
  std::uint64_t* number_ = nullptr;
};

Measured measure_open(const char* name,
                      std::uint64_t sessions,
                      std::uint64_t open,
                      const SharedNumber& spilled) {
  *spilled = 0;
  return measure(name, OpenLog(sessions, open).events(), [&] {
    const std::string fault = audit_fed(sessions, open, {}, *spilled);
    if (!fault.empty()) give_up(fault);
  });
}

// Audits as many events twice: with all sessions open at a time, and with hardly one.
int run_open(std::uint64_t sessions) {
  const SharedNumber spilled;
  const Measured few = measure_open("verify_none_open", sessions, 1, spilled);
  const Measured many = measure_open("verify_all_open", sessions, sessions, spilled);
  const double ratio = many.core_seconds / few.core_seconds;
  std::printf(
      "{\"bench\":\"verify_open\",\"open\":%llu,\"core_time_ratio\":%.3f,\"goal\":%.2f,"
      "\"peak_mib\":%.1f,\"memory_goal\":%.0f,\"spilled_mib\":%.1f,\"met\":%s}\n",
      static_cast<unsigned long long>(sessions),
      ratio,
      kFlatGoal,
      many.peak_mib,
      kMemoryGoal,
      static_cast<double>(*spilled) / (1 << 20),
      ratio <= kFlatGoal && many.peak_mib < kMemoryGoal ? "true" : "false");
  std::fflush(stdout);
  return 0;
}

int run(std::uint64_t events, std::uint64_t open) {
  const TempFolder temp;
  const fs::path log = temp.path() / "log";
  const fs::path note = temp.path() / "note";
  const fs::path exported = temp.path() / "exported";
  measure("fill", 0, [&] { fill(log, note, events); });
  measure("export_log", events, [&] { export_log(log, exported, note); });
  measure("export_lines", events, [&] { export_lines(exported, temp.path() / "again", note); });
  measure("verify", events, [&] { verify(exported); });
  return run_open(open);
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--open" && argc > 2)
    return run_open(std::max<std::uint64_t>(1, whole_number(argv[2])));
  if (option == "--events" && argc > 2) return run(whole_number(argv[2]), kManyOpenUsual);
  const bool smoke = option == "--smoke";
  return run(smoke ? kEventsSmoke : kEventsUsual, smoke ? kManyOpenSmoke : kManyOpenUsual);
}
