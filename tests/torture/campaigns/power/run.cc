#include "tests/torture/campaigns/power/run.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "tests/programs/support/json.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

// Enough for log writes of several pages.
constexpr std::size_t kThreads = 16;
constexpr std::chrono::seconds kStopLimit{30};

tests::Credentials add_client(const std::filesystem::path& data) {
  const tests::Finished finished =
      tests::operate_on(data, {"client", "add", "sandbox", "--sandbox", "--json"});
  if (finished.status != 0) throw std::runtime_error("no client: " + finished.err);
  const tests::Json made(finished.out);
  return {made.text("/clientKey"), made.text("/clientSecret")};
}

void forget_after(Sent& sent, Moment moment) {
  if (!was_told(sent, moment)) sent.told.reset();
}

// The record at a moment. A call that was sent stays, since it may have happened.
Capture as_of(Capture capture, Moment moment) {
  forget_after(capture.create, moment);
  if (!capture.create.told) {
    Capture unknown;
    unknown.create = std::move(capture.create);
    return unknown;
  }
  std::erase_if(capture.submissions, [&](const Submission& one) { return one.given > moment; });
  for (Submission& submission : capture.submissions) forget_after(submission.sent, moment);
  for (auto* end : {&capture.finalize, &capture.cancel, &capture.purge}) {
    if (*end) forget_after(**end, moment);
  }
  return capture;
}

}  // namespace

std::uint16_t port_of(tests::Program& server, const std::filesystem::path& said) {
  try {
    return tests::served_port(server);
  } catch (const std::runtime_error& error) {
    std::ostringstream text;
    text << error.what() << ": " << std::ifstream(said).rdbuf();
    throw NotServed(text.str());
  }
}

std::filesystem::path data_on(const std::filesystem::path& disk) { return disk / "data"; }

PowerRun::PowerRun(const RunPlan& plan) { run(plan); }

PowerRun::PowerRun(const RunPlan& plan, const PowerRun& before, Moment cut)
    : keys_(before.keys_), client_(before.client_), client_told_(before.client_told_) {
  for (const Capture& capture : before.captures_) captures_.push_back(as_of(capture, cut));
  run(plan);
}

void PowerRun::run(const RunPlan& plan) {
  const auto journal = plan.scratch / (plan.name + ".journal");
  const auto said = plan.scratch / (plan.name + ".said");
  tests::Program server(tests::server_command(data_on(plan.disk), unlimited()),
                        {{"LD_PRELOAD", POWER_TRACE_PATH},
                         {kPowerFolderVariable, plan.disk.string()},
                         {kPowerJournalVariable, journal.string()}},
                        said);
  const std::uint16_t port = port_of(server, said);
  serving_ = std::chrono::steady_clock::now();
  if (client_.key.empty()) {
    client_ = add_client(data_on(plan.disk));
    client_told_ = std::chrono::steady_clock::now();
  }
  Crowd crowd(port, client_, plan.name, plan.seed, {.threads = kThreads, .habits = plan.habits});
  if (!crowd.wait_for(plan.told)) throw std::runtime_error("the server has ended by itself");
  ending_ = std::chrono::steady_clock::now();
  server.signal(plan.is_killed ? SIGKILL : SIGTERM);
  has_ended_well_ = server.wait(kStopLimit) == 0;
  std::ranges::move(crowd.leave(), std::back_inserter(captures_));
  journal_ = std::make_unique<Journal>(journal);
  for (const Act& act : acts()) {
    if (act.did == Did::Write && act.name.ends_with(".log")) keys_.add(act.bytes);
  }
}

std::size_t PowerRun::acts_until(Moment moment) const {
  const auto behind = std::ranges::upper_bound(acts(), moment, {}, &Act::at);
  return static_cast<std::size_t>(behind - acts().begin());
}

}  // namespace countersign::torture
