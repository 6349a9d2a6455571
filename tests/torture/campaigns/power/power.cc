// Power cuts with torn, missing and reordered pages and names: what was acknowledged before the cut
// is there, what was purged stays purged, and the folder opens by itself.
//
// A library records all that a server does to the disk under a crowd of clients (journal.h). For
// each cut the campaign draws a moment of that record and a content that the disk could have had
// then (disk.h). The folder is opened and checked against the clients' record (check.h), or served
// and audited. One such folder is then served under a crowd of its own and cut again, also during
// its recovery.
#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/events/support/temp_folder.h"
#include "tests/torture/campaigns/power/disk.h"
#include "tests/torture/campaigns/power/judges.h"
#include "tests/torture/campaigns/power/moments.h"
#include "tests/torture/campaigns/power/run.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

// The number of cuts with which a control without syncs is sure to find a loss.
constexpr std::size_t kControlCuts = 12;
constexpr std::uint64_t kControlTold = 100;

struct Amount {
  std::uint64_t rounds;
  std::uint64_t told;  // in the first of a round's two runs; half as many in the second
  std::size_t cuts;    // of each run
};
constexpr Amount kSome{.rounds = 1, .told = 120, .cuts = 16};
constexpr Amount kFull{.rounds = 32, .told = 500, .cuts = 80};

RunPlan plan_run(const fs::path& disk, const fs::path& scratch, std::string name, Draw& draw) {
  RunPlan plan{disk, scratch, std::move(name), draw()};
  plan.is_killed = draw() % 3 == 0;
  plan.habits.purges_percent = draw() % 2 == 0 ? 10 : 40;
  plan.habits.image.padding_bytes = draw() % 2 == 0 ? 2'000 : 30'000;
  return plan;
}

// Throws if the journal is incomplete: replaying it would make folders that no disk could hold.
// Does not check a killed server, whose last acts may be missing in the journal.
void expect_whole(const PowerRun& run, Disk disk, const fs::path& left) {
  if (!run.has_ended_well()) return;
  for (const Act& act : run.acts()) disk.apply(act);
  const auto differences = disk.differences(left);
  if (!differences.empty()) throw std::runtime_error("the journal: " + differences.front());
}

void count(const PowerRun& run, Findings& findings) {
  findings.count("runs");
  findings.count("sessions", run.captures().size());
  findings.count("acts on the disk", run.acts().size());
}

// Fixes the order in which the figures are printed.
void begin(Findings& findings) {
  for (const char* what : {"runs", "sessions", "acts on the disk", "cuts"}) findings.count(what, 0);
  for (const Aim aim : kAims) findings.count(std::string(name_of(aim)), 0);
  for (const Promise promise : kPromises) {
    findings.count(std::string(name_of(promise)) + " names", 0);
  }
  for (const Left left : kLefts) findings.count(std::string(name_of(left)), 0);
}

// Runs a server on what an earlier cut has left, and cuts its power again.
void cut_again(const Leftover& left,
               const PowerRun& before,
               const RunPlan& plan,
               std::size_t cuts,
               Draw& draw,
               Findings& findings) {
  const Disk disk(left.disk);
  try {
    const PowerRun run(plan, before, moment_of(left.planned, before));
    count(run, findings);
    expect_whole(run, disk, left.disk);
    judge_cuts(run, disk, plan_cuts(CutMoments(run, false), cuts, draw), findings);
  } catch (const NotServed& refused) {
    findings.wrong(text_of(left.planned) + ": " + refused.what());
  }
}

void run_round(std::uint64_t round, const Amount& amount, Draw& draw, Findings& findings) {
  const TempFolder scratch;
  const std::string name = "power-" + std::to_string(round);
  const fs::path new_disk = scratch.path() / "new";
  fs::create_directory(new_disk);
  const Disk blank(new_disk);
  RunPlan plan = plan_run(new_disk, scratch.path(), name + "-new", draw);
  plan.told = amount.told;
  const PowerRun run(plan);
  count(run, findings);
  expect_whole(run, blank, new_disk);

  const CutMoments moments(run, true);
  Leftover left{plan_cut(moments, draw(), draw), scratch.path() / "left"};
  left.planned.acts = std::max(left.planned.acts, run.acts_until(run.client_told()));
  judge_cuts(run, blank, plan_cuts(moments, amount.cuts, draw), findings, left);

  plan = plan_run(left.disk, scratch.path(), name + "-left", draw);
  plan.told = amount.told / 2;
  cut_again(left, run, plan, amount.cuts, draw, findings);
}

Findings power(const Orders& orders) {
  Findings findings;
  begin(findings);
  Draw draw(orders.seed);
  const Amount& amount = orders.full ? kFull : kSome;
  for (std::uint64_t round = 0; round < amount.rounds; ++round) {
    run_round(round, amount, draw, findings);
  }
  return findings;
}

// The control must find two things: the losses of a disk whose syncs do nothing, and an
// acknowledgement that was never given. Unless it finds both, it reports nothing wrong, and so
// fails.
Findings control(const Orders& orders) {
  Draw draw(orders.seed);
  const TempFolder scratch;
  const fs::path new_disk = scratch.path() / "new";
  fs::create_directory(new_disk);
  const Disk disk(new_disk);
  RunPlan plan = plan_run(new_disk, scratch.path(), "power-control", draw);
  plan.told = kControlTold;
  PowerRun run(plan);

  Findings of_syncs;
  Disk liar = disk;
  liar.ignore_syncs();
  auto cuts = plan_cuts(CutMoments(run, true), kControlCuts, draw);
  for (PlannedCut& planned : cuts) planned.is_served = false;
  judge_cuts(run, liar, cuts, of_syncs);

  Findings of_record;
  run.falsify(draw);
  const PlannedCut last{.acts = run.acts().size()};
  judge_cuts(run, disk, {last}, of_record);

  Findings findings;
  findings.count("wrong without syncs", of_syncs.all_wrong().size());
  findings.count("wrong by a falsified record", of_record.all_wrong().size());
  if (of_syncs.all_wrong().empty() || of_record.all_wrong().empty()) return findings;
  findings.wrong(of_syncs.all_wrong());
  findings.wrong(of_record.all_wrong());
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  using namespace countersign::torture;
  return run_campaign(argc, argv, [](const Orders& orders) {
    return orders.control ? control(orders) : power(orders);
  });
}
