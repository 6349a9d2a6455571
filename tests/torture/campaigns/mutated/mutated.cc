// Whole ceremonies, captures and calls of people, devices and backends, nearly half of them changed
// in one part: a stateful fuzzer. The server's memory for each call and the answers to a second
// login beside them say whether a call harms anybody.
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/mutated/bytes.h"
#include "tests/torture/campaigns/mutated/caller.h"
#include "tests/torture/campaigns/mutated/neighbour.h"
#include "tests/torture/campaigns/mutated/world.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

using std::chrono::seconds;

constexpr seconds kShort{10};
constexpr seconds kFull{3'600};
constexpr seconds kControl{120};  // by when a planted fault has to be found
// The address space of a server: a length that it believed costs the machine no more than that.
constexpr int kAddressSpaceMb = 3'000;

// The program to be driven in the place of this build's server, an older one for example; null if
// nobody names one.
const char* other_server() { return std::getenv("COUNTERSIGN_TORTURE_SERVER"); }

// A shell that limits the memory of the server, and becomes it.
tests::Arguments limited() {
  const char* other = other_server();
  return {"/bin/sh",
          "-c",
          "ulimit -v " + std::to_string(kAddressSpaceMb * 1'000) +
              R"( && program=$1 && shift 2 && exec "$program" "$@")",
          "sh",
          other != nullptr ? other : COUNTERSIGND_PATH};
}

tests::ServerOptions served(std::uint16_t console, const std::string& planted) {
  tests::ServerOptions options{.flags = unlimited(), .before = limited()};
  options.flags.push_back("--public-url=http://localhost:8080");
  options.flags.push_back("--review-listen=" + std::to_string(console));
  // An older server does not know the rates of people.
  for (const char* rate : {"review", "look", "report"}) {
    if (other_server() != nullptr) break;
    options.flags.push_back(std::string("--") + rate + "-rate=1000000/1m");
  }
  if (!planted.empty()) {
    options.variables = {{"LD_PRELOAD", PLANTED_PATH}, {"PLANTED", planted}};
  }
  return options;
}

World world_of(tests::RunningServer& server, std::uint16_t console) {
  World world{.server = server,
              .console = console,
              .origin = "http://localhost:" + std::to_string(console),
              .office = server.add_client("office"),
              .sandbox = server.add_client("sandbox", {"--sandbox"})};
  for (const char* role : {"reviewer", "reviewer", "supervisor", "auditor"}) {
    world.people.push_back(registered(world, role));
  }
  // See new_case(): the first ones have pictures.
  for (int i = 0; i < 2; ++i) world.cases.push_back(case_with_picture(world));
  for (int i = 0; i < 6; ++i) world.cases.push_back(waiting_case(world, nullptr));
  return world;
}

std::vector<Step> all_steps() {
  std::vector<Step> all;
  for (const auto& steps : {console_steps(), case_steps(), capture_steps(), backend_steps()}) {
    all.insert(all.end(), steps.begin(), steps.end());
  }
  return all;
}

const Step& drawn_step(const std::vector<Step>& steps, Draw& draw) {
  std::size_t sum = 0;
  for (const Step& step : steps) sum += static_cast<std::size_t>(step.weight);
  std::size_t left = below(draw, sum);
  for (const Step& step : steps) {
    if (left < static_cast<std::size_t>(step.weight)) return step;
    left -= static_cast<std::size_t>(step.weight);
  }
  return steps.back();
}

Findings run(std::uint64_t seed, seconds length, const std::string& planted) {
  Findings findings;
  const tests::ReservedPort port;
  tests::RunningServer server(served(port.number(), planted));
  World world = world_of(server, port.number());
  const Person second = registered(world, "reviewer");
  Neighbour neighbour(
      port.number(), console_request(world, second, "GET", "me"), {}, server.folder());
  Caller caller(server, neighbour, seed, MUTATED_FOLDER, findings);
  const std::vector<Step> steps = all_steps();
  const auto end = std::chrono::steady_clock::now() + length;
  std::uint64_t number = 0;
  for (; std::chrono::steady_clock::now() < end && !caller.has_failed(); ++number) {
    caller.begin_step(number);
    const Step& step = drawn_step(steps, caller.draw());
    caller.name_step(step.name);
    step.run(world, caller);
  }
  findings.count("steps", number);
  neighbour.stop();
  caller.end();
  if (caller.has_failed()) return findings;
  if (const int status = server.stop(); status != 0) {
    findings.wrong("the server ended with " + std::to_string(status));
    return findings;
  }
  server.start();
  findings.wrong(verify(server));
  return findings;
}

// Each of the planted faults must be found. Throws if one is not: then the campaign proves nothing.
Findings control(std::uint64_t seed) {
  Findings findings;
  for (const char* planted : {"memory", "time"}) {
    const Findings found = run(seed, kControl, planted);
    if (found.all_wrong().empty()) {
      throw std::runtime_error(std::string("the planted fault of ") + planted +
                               " was not found: " + found.text());
    }
    findings.count("planted faults found");
    findings.wrong(found.all_wrong());
  }
  return findings;
}

Findings mutated(const Orders& orders) {
  if (orders.control) return control(orders.seed);
  return run(orders.seed, orders.full ? kFull : kShort, "");
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::mutated);
}
