// Whole captures over HTTP, both sides of a card and nine frames, through a server with its
// inspector: the CPU time of the server and of the workers, and how long a capture's calls take,
// with 1, 4 and 16 devices. Beside it, in the same run and of the same pictures, the engine in one
// process that has judged pictures before (`warm`), and the decoders alone. Then a worker's first
// submission beside the tenth of the same process.
//
//   capture_bench [--smoke | --devices N] [INSPECTOR]
//
// INSPECTOR is another build's countersign-inspector: each row is measured with it too, in turns.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench/arguments.h"
#include "bench/drawn_captures.h"
#include "bench/process_tree.h"
#include "bench/rounds.h"
#include "bench/worker_nursery.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/review/located_document.h"
#include "events/crypto/sha256.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr double kWholeGoal = 1.3;   // of the warm stages
constexpr double kStagesGoal = 2;    // of the decoders
constexpr double kFirstGoal = 1.2;   // of the tenth submission
constexpr double kMemoryGoal = 1.3;  // of the other inspector's workers
constexpr std::chrono::milliseconds kLook{20};

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "capture_bench: %s\n", why.c_str());
  std::_Exit(1);
}

// One capture, as it was sent.
struct Sent {
  DrawnCard card;
  std::vector<Action> actions;
  std::vector<std::string> frames;
  double calls_ms = 0;  // from each request to its answer, without what the device does between
};

// Sends one capture. Ends the program when a call is refused: a benchmark with errors in it
// measures nothing.
class Sender {
 public:
  Sender(std::uint16_t port, const tests::Backend& backend, const DrawnCaptures& drawn)
      : port_(port), backend_(backend), drawn_(drawn) {}

  void send(Sent& capture, std::uint32_t number) const {
    const auto timed = [&](const char* what, auto call) {
      const auto start = Steady::now();
      auto answer = call();
      capture.calls_ms += std::chrono::duration<double, std::milli>(Steady::now() - start).count();
      if constexpr (requires { answer.status; }) {
        if (answer.status != 200 || answer.body.find("\"ok\":false") != std::string::npos) {
          give_up(std::string(what) + " was refused: " + answer.body);
        }
      }
      return answer;
    };
    const auto session = timed("a session", [&] { return backend_.open("FULL_CAPTURE"); });
    const tests::Device device(port_, session.token);
    for (const auto& [side, image] :
         {std::pair("FRONT", &capture.card.front), std::pair("BACK", &capture.card.back)}) {
      const auto nonce = timed("a challenge", [&] { return device.nonce("document"); });
      timed("a document", [&] { return device.document(nonce, *image, "ID_CARD", side); });
    }
    const auto live = timed("a challenge", [&] { return device.liveness_challenge(); });
    capture.actions = live.actions;
    capture.frames = drawn_.frames(live.actions, number);
    timed("a recording", [&] { return device.liveness(live.nonce, capture.frames); });
    timed("the end", [&] { return device.finalize(); });
  }

 private:
  std::uint16_t port_;
  const tests::Backend& backend_;
  const DrawnCaptures& drawn_;
};

// Looks at the memory of all processes below the inspectors until it is destroyed.
class MemoryWatch {
 public:
  explicit MemoryWatch(std::vector<pid_t> inspectors)
      : inspectors_(std::move(inspectors)), thread_([this] { look(); }) {}
  ~MemoryWatch() { stop(); }
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  void stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  // After stop().
  const Memory& most() const { return most_; }

 private:
  void look() {
    while (!stop_) {
      Memory all;
      for (const pid_t inspector : inspectors_) {
        for (const pid_t worker : children_of(inspector)) {
          const Memory one = memory_of(worker);
          all.shared_out_mib += one.shared_out_mib;
          most_.peak_mib = std::max(most_.peak_mib, one.peak_mib);
        }
      }
      most_.shared_out_mib = std::max(most_.shared_out_mib, all.shared_out_mib);
      std::this_thread::sleep_for(kLook);
    }
  }

  const std::vector<pid_t> inspectors_;
  std::atomic<bool> stop_{false};
  Memory most_;
  std::thread thread_;
};

double workers_ms(const std::vector<pid_t>& inspectors) {
  double sum = 0;
  for (const pid_t inspector : inspectors) {
    sum += cpu_with_ended_children_ms(inspector);
    for (const pid_t worker : children_of(inspector)) sum += cpu_ms(worker);
  }
  return sum;
}

struct Row {
  double server_ms = 0;   // of CPU a capture
  double workers_ms = 0;  // the same, of the inspector and its workers
  double warm_ms = 0;     // the same, of the stages in a process that is warm
  double decode_ms = 0;   // the same, of the decoders
  double p50_ms = 0;
  double p95_ms = 0;
  Memory memory;
};

double warm_ms(const EmbeddedEngine& engine, const Sent& capture, UtcTime now) {
  const double start = core_ms();
  (void)engine.evaluate_document({capture.card.front, Side::Front, DocumentType::IdCard, now});
  (void)engine.evaluate_document({capture.card.back, Side::Back, DocumentType::IdCard, now});
  const auto load = [&](std::size_t i) { return capture.frames[i]; };
  (void)engine.evaluate_liveness(
      {.frame_count = capture.frames.size(), .load = load, .actions = capture.actions});
  return core_ms() - start;
}

double decode_ms(const Sent& capture) {
  const double start = core_ms();
  for (const std::string* side : {&capture.card.front, &capture.card.back}) {
    (void)decode_image(*side, {}, {.enough_pixels = kPhotographPixels});
  }
  for (const std::string& frame : capture.frames) (void)decode_image(frame, {});
  return core_ms() - start;
}

// Lets each device send its captures, one after the other, and measures the processes meanwhile.
Row measure(tests::RunningServer& server,
            const Sender& sender,
            std::vector<Sent>& captures,
            std::size_t devices,
            std::uint32_t& number) {
  const pid_t process = server.program().id();
  const std::vector<pid_t> inspectors = children_of(process);
  MemoryWatch watch(inspectors);
  const double server_before = cpu_ms(process);
  const double workers_before = workers_ms(inspectors);
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < devices; ++i) {
    threads.emplace_back([&] {
      for (std::size_t n = next++; n < captures.size(); n = next++) {
        sender.send(captures[n], number + static_cast<std::uint32_t>(n));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  number += static_cast<std::uint32_t>(captures.size());
  watch.stop();
  const auto count = static_cast<double>(captures.size());
  Row row;
  row.server_ms = (cpu_ms(process) - server_before) / count;
  row.workers_ms = (workers_ms(inspectors) - workers_before) / count;
  row.memory = watch.most();
  std::vector<double> calls;
  for (const Sent& capture : captures) calls.push_back(capture.calls_ms);
  std::ranges::sort(calls);
  row.p50_ms = calls[calls.size() / 2];
  row.p95_ms = calls[calls.size() * 95 / 100];
  return row;
}

void print_goal(const std::string& name,
                const std::string& unit,
                std::size_t rounds,
                double ours,
                double other,
                double goal) {
  const double ratio = other > 0 ? ours / other : 0;
  print_in_turns(name, unit, rounds, "other", {ours, other, ratio}, goal, ratio <= goal);
}

void print_row(const char* whose, std::size_t devices, std::size_t captures, const Row& row) {
  const double cpu_ms = row.server_ms + row.workers_ms;
  std::printf(
      "{\"bench\":\"capture\",\"inspector\":\"%s\",\"devices\":%zu,\"captures\":%zu,\"server_ms\":%"
      ".0f,"
      "\"workers_ms\":%.0f,\"warm_ms\":%.0f,\"decode_ms\":%.0f,\"a_second_of_core\":%.2f,"
      "\"p50_ms\":%.0f,\"p95_ms\":%.0f,\"workers_mib\":%.0f,\"largest_worker_mib\":%.0f}\n",
      whose,
      devices,
      captures,
      row.server_ms,
      row.workers_ms,
      row.warm_ms,
      row.decode_ms,
      1'000 / cpu_ms,
      row.p50_ms,
      row.p95_ms,
      row.memory.shared_out_mib,
      row.memory.peak_mib);
  const std::string of = "_" + std::to_string(devices);
  print_goal("capture_of_warm" + of, "ms", captures, cpu_ms, row.warm_ms, kWholeGoal);
  print_goal("warm_of_decode" + of, "ms", captures, row.warm_ms, row.decode_ms, kStagesGoal);
}

void measure_first(WorkerNursery& nursery, const std::string& front, std::size_t rounds) {
  std::vector<double> first;
  std::vector<double> tenth;
  std::vector<double> ratios;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<double> times = nursery.judge(front);
    first.push_back(times.front());
    tenth.push_back(times.back());
    ratios.push_back(times.front() / times.back());
  }
  const InTurns found{median(first), median(tenth), median(ratios)};
  print_in_turns(
      "first_of_tenth", "ms", rounds, "other", found, kFirstGoal, found.ratio <= kFirstGoal);
}

// A server with an inspector.
class Site {
 public:
  explicit Site(const std::optional<std::string>& inspector) : server_(options_of(inspector)) {}

  // Each row has a client of its own, to whom no picture is known.
  Row measure(const DrawnCaptures& drawn, std::vector<Sent> captures, std::size_t devices) {
    const std::string name = "bench" + std::to_string(++clients_);
    const tests::Backend backend(server_.port(),
                                 server_.add_client(name, {"--create-rate", "1000000/1s"}));
    const Sender sender(server_.port(), backend, drawn);
    Row row = bench::measure(server_, sender, captures, devices, number_);
    const EmbeddedEngine engine(sha256);
    const UtcTime now = SystemClock().now();
    for (const Sent& capture : captures) {
      row.warm_ms += warm_ms(engine, capture, now) / static_cast<double>(captures.size());
      row.decode_ms += decode_ms(capture) / static_cast<double>(captures.size());
    }
    return row;
  }

 private:
  static tests::ServerOptions options_of(const std::optional<std::string>& inspector) {
    tests::ServerOptions options{.flags = {"--create-rate", "1000000/1s"}};
    if (inspector) options.flags.insert(options.flags.end(), {"--inspector", *inspector});
    return options;
  }

  tests::RunningServer server_;
  std::size_t clients_ = 0;
  std::uint32_t number_ = 0;
};

struct Arguments {
  bool smoke = false;
  std::optional<std::size_t> devices;
  std::optional<std::string> inspector;
};

void measure_row(Site& ours,
                 Site* other,
                 const DrawnCaptures& drawn,
                 const std::vector<Sent>& captures,
                 std::size_t devices) {
  const Row row = ours.measure(drawn, captures, devices);
  print_row("ours", devices, captures.size(), row);
  if (other == nullptr) return;
  const Row beside = other->measure(drawn, captures, devices);
  print_row("other", devices, captures.size(), beside);
  const std::string of = "_of_other_" + std::to_string(devices);
  print_goal("workers_cpu" + of, "ms", captures.size(), row.workers_ms, beside.workers_ms, 1);
  print_goal("workers_memory" + of,
             "MiB",
             captures.size(),
             row.memory.shared_out_mib,
             beside.memory.shared_out_mib,
             kMemoryGoal);
}

int run(const Arguments& arguments) {
  WorkerNursery nursery;  // before this process has drawn and freed anything
  Site ours(std::nullopt);
  std::optional<Site> other;
  if (arguments.inspector) other.emplace(arguments.inspector);
  std::vector<std::size_t> counts = {1, 4, 16};
  if (arguments.smoke) counts = {1, 2};
  if (arguments.devices) counts = {*arguments.devices};
  const std::size_t least = arguments.smoke ? 1 : 4;
  DrawnCaptures drawn(arguments.smoke ? 1200 : 4000, arguments.smoke ? 900 : 3000);
  const EmbeddedEngine engine(sha256);
  const UtcTime now = SystemClock().now();
  std::vector<Sent> captures;
  for (const std::size_t devices : counts) {
    while (captures.size() < std::max(devices, least)) {
      captures.push_back({.card = drawn.next_card(engine, now), .actions = {}, .frames = {}});
    }
    measure_row(ours, other ? &*other : nullptr, drawn, captures, devices);
  }
  measure_first(nursery, captures.front().card.front, arguments.smoke ? 1 : 7);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  countersign::bench::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--smoke") {
      arguments.smoke = true;
    } else if (argument == "--devices" && i + 1 < argc) {
      arguments.devices = countersign::bench::whole_number(argv[++i]);
    } else {
      arguments.inspector = argument;
    }
  }
  return countersign::bench::run(arguments);
}
