// How fast the log is replayed, compared with a bare iterator over the same bytes: decoded and
// hashed event by event, and folded into fresh views.
//
//   replay_bench [--smoke]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/plain_database.h"
#include "bench/rounds.h"
#include "events/event_log.h"
#include "events/writer/writer.h"
#include "projections/folder/rebuild.h"
#include "projections/queries/capture_decider.h"
#include "projections/views/all_projections.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kEventsASession = 5;  // creation, challenge, nonce and frame, finalize

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "replay_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::exit(1);
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::unique_ptr<EventLog> open_log(const std::filesystem::path& folder, bool read_only) {
  auto log = EventLog::open(folder, {.read_only = read_only});
  if (!log) give_up(log.error());
  return *std::move(log);
}

// Fills a log with captures of one client, as many as make `events` events.
void fill(const std::filesystem::path& folder, std::size_t events) {
  const auto log = open_log(folder, false);
  if (bring_views_up_to_date(*log, *log, {})) give_up("no views");
  const CaptureDecider decider;
  Writer writer(*log, *log, decider, [](StoreError error) { give_up(describe(error)); });
  const ClientKey client = client_key("bench");
  writer.submit_and_wait(registering(client, kStart));
  const auto answered = [](const Outcome& outcome) {
    if (!std::holds_alternative<Committed>(outcome)) give_up("a submission was refused");
  };
  for (std::size_t n = 1; n <= events / kEventsASession; ++n) {
    const UtcTime at = kStart + std::chrono::milliseconds(n);
    const SessionId session = session_id(n);
    writer.submit(
        with_key(creating(client, session, at), record_of_key("create " + std::to_string(n))),
        answered);
    writer.submit(challenging(session, Step::Liveness, n, at), answered);
    writer.submit(sending_frames(session, n, {image(n, "frame " + std::to_string(n))}, at),
                  answered);
    // The queue is bounded and keeps the order: waiting for the last submission waits for all.
    if (n % 200 != 0) {
      writer.submit(finalizing(session, at), answered);
    } else {
      answered(writer.submit_and_wait(finalizing(session, at)));
    }
  }
}

// Events per second of a scan that does not look into the events.
double bare_iterator(const std::filesystem::path& folder) {
  const PlainDatabase database(folder);
  std::uint64_t events = 0;
  const double seconds = seconds_of([&] {
    const auto scan = database.scan("events");
    for (scan->SeekToFirst(); scan->Valid(); scan->Next()) {
      events += scan->value().empty() ? 0 : 1;
    }
  });
  return static_cast<double>(events) / seconds;
}

double decoded(const std::filesystem::path& folder) {
  const auto log = open_log(folder, true);
  std::uint64_t events = 0;
  const double seconds = seconds_of([&] {
    const auto read = log->read(Sequence(1), [&](const StoredEvent&) {
      ++events;
      return true;
    });
    if (!read) give_up(describe(read.error()));
  });
  return static_cast<double>(events) / seconds;
}

double rebuilt(const std::filesystem::path& folder) {
  const auto log = open_log(folder, false);
  const ViewGeneration idle = other(log->active_generation());
  const auto batch = log->begin_in(idle);
  if (log->clear_generation(idle) ||
      log->write_generation(*batch, idle, {"none", log->head().sequence}) || log->activate(idle)) {
    give_up("no empty views");
  }
  const double seconds = seconds_of([&] {
    if (const auto error = bring_views_up_to_date(*log, *log, {})) give_up(describe(*error));
  });
  return static_cast<double>(log->head().sequence.value()) / seconds;
}

int run(bool smoke) {
  const std::size_t events = smoke ? 5'000 : 200'000;
  const std::size_t rounds = smoke ? 1 : 5;
  const TempFolder temp;
  const std::filesystem::path folder = temp.path() / "log";
  fill(folder, events);
  compare(
      "replay_decoded",
      "events/s",
      rounds,
      0.4,
      [&] { return decoded(folder); },
      [&] { return bare_iterator(folder); });
  compare(
      "replay_into_views",
      "events/s",
      rounds,
      0.4,
      [&] { return rebuilt(folder); },
      [&] { return bare_iterator(folder); });
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
