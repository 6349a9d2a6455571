// Whole captures over HTTP whose pictures are judged by inspectors on other machines, which this
// machine plays: the server has the first core, and each inspector a core of its own after it. The
// captures a second and the CPU time of the server for one, with the local workers, with one
// inspector and with two; of the server's time, the rest of the local row's is sending.
//
//   remote_bench [--smoke | --devices N] [--cores]
//
// --cores binds the programs to cores with taskset(1); a machine with fewer cores than programs
// needs it left out, and its figures say less.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench/arguments.h"
#include "bench/drawn_captures.h"
#include "bench/process_tree.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench::remote_bench {
namespace {

using Steady = std::chrono::steady_clock;

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "remote_bench: %s\n", why.c_str());
  std::_Exit(1);
}

struct Wanted {
  std::size_t captures = 64;
  std::size_t devices = 8;
  bool cores = false;
};

tests::Arguments on_core(const Wanted& wanted, std::size_t core) {
  if (!wanted.cores) return {};
  return {"taskset", "-c", std::to_string(core)};
}

// One inspector of this machine that listens, in place of one on another.
class Inspector {
 public:
  Inspector(const tests::RunningServer& server, const Wanted& wanted, std::size_t number) {
    const std::string name = "bench-" + std::to_string(number);
    const std::string key = server.folder() / (name + ".key");
    if (server.operate({"inspector", "add", name, "--out", key}).status != 0) {
      give_up("no key can be made");
    }
    tests::Arguments command = on_core(wanted, number);
    for (const std::string& word : {std::string(INSPECTOR_PATH),
                                    std::string("--listen"),
                                    address(),
                                    "--key=" + key,
                                    std::string("--workers=4")}) {
      command.push_back(word);
    }
    program_ =
        std::make_unique<tests::Program>(command, tests::Variables{}, server.folder() / name);
    if (!program_->read_line()) give_up("an inspector does not start");
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_.number()); }

 private:
  tests::ReservedPort port_;
  std::unique_ptr<tests::Program> program_;
};

void expect_ok(const tests::Answer& answer) {
  if (answer.status != 200 || answer.body.find("\"ok\":false") != std::string::npos) {
    give_up("a call was refused: " + answer.body);
  }
}

void send(std::uint16_t port,
          const tests::Backend& backend,
          const DrawnCaptures& drawn,
          const DrawnCard& card,
          std::uint32_t number) {
  const tests::Device device(port, backend.open("FULL_CAPTURE").token);
  expect_ok(device.document(device.nonce("document"), card.front, "ID_CARD", "FRONT"));
  expect_ok(device.document(device.nonce("document"), card.back, "ID_CARD", "BACK"));
  const auto live = device.liveness_challenge();
  expect_ok(device.liveness(live.nonce, drawn.frames(live.actions, number)));
  expect_ok(device.finalize());
}

struct Row {
  double a_second = 0;
  double server_ms = 0;
};

Row measure(const Wanted& wanted,
            std::size_t inspectors,
            const DrawnCaptures& drawn,
            const std::vector<DrawnCard>& cards) {
  tests::RunningServer server({.before = on_core(wanted, 0)});
  std::vector<std::unique_ptr<Inspector>> all;
  std::string addresses;
  for (std::size_t i = 1; i <= inspectors; ++i) {
    all.push_back(std::make_unique<Inspector>(server, wanted, i));
    addresses += all.back()->address() + " ";
  }
  if (inspectors > 0) {
    (void)server.stop();
    server.start({.flags = {"--remote-inspector", addresses}, .before = on_core(wanted, 0)});
    while (server.ask({"GET", "/readyz"}).status != 200) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  const tests::Backend backend(server.port(), server.add_client("bench"));
  const double before = cpu_ms(server.program().id());
  const auto start = Steady::now();
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < wanted.devices; ++i) {
    threads.emplace_back([&] {
      for (std::size_t n = next++; n < cards.size(); n = next++) {
        send(server.port(), backend, drawn, cards[n], static_cast<std::uint32_t>(n));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::chrono::duration<double> took = Steady::now() - start;
  const auto count = static_cast<double>(cards.size());
  return {count / took.count(), (cpu_ms(server.program().id()) - before) / count};
}

int run(const Wanted& wanted) {
  const EmbeddedEngine engine([](std::span<const std::uint8_t> bytes) { return sha256(bytes); });
  DrawnCaptures drawn(1600, 1200);
  std::vector<DrawnCard> cards;
  const UtcTime now = SystemClock().now();
  for (std::size_t i = 0; i < wanted.captures; ++i) cards.push_back(drawn.next_card(engine, now));
  std::printf("%-22s %12s %22s\n", "judged by", "captures/s", "CPU of the server, ms");
  for (const std::size_t inspectors : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
    const Row row = measure(wanted, inspectors, drawn, cards);
    const std::string by =
        inspectors == 0 ? "local workers" : std::to_string(inspectors) + " inspectors elsewhere";
    std::printf("%-22s %12.2f %22.1f\n", by.c_str(), row.a_second, row.server_ms);
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench::remote_bench

int main(int argc, char** argv) {
  countersign::bench::remote_bench::Wanted wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--smoke") {
      wanted.captures = 4;
      wanted.devices = 2;
    } else if (argument == "--devices" && i + 1 < argc) {
      wanted.devices = countersign::bench::whole_number(argv[++i]);
    } else if (argument == "--cores") {
      wanted.cores = true;
    } else {
      std::fputs("usage: remote_bench [--smoke | --devices N] [--cores]\n", stderr);
      return 2;
    }
  }
  return countersign::bench::remote_bench::run(wanted);
}
