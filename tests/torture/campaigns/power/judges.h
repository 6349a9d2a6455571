#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/torture/campaigns/power/disk.h"
#include "tests/torture/campaigns/power/moments.h"
#include "tests/torture/campaigns/power/run.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// A cut of a run, and how its result is checked.
struct PlannedCut {
  std::size_t acts = 0;  // done before the cut
  Aim aim = Aim::Anything;
  Cut cut{};
  std::uint64_t seed = 0;  // for the draws of what is left
  bool is_thorough = false;
  bool is_served = false;  // a real server starts on it
};

std::string text_of(const PlannedCut& planned);
// Plans the cut with this number; the aims take turns.
PlannedCut plan_cut(const CutMoments& moments, std::size_t number, Draw& draw);
std::vector<PlannedCut> plan_cuts(const CutMoments& moments, std::size_t number, Draw& draw);

// The moment of the cut: the time of the first act that was not done. Every answer that a client
// got by then rests on acts before the cut.
Moment moment_of(const PlannedCut& planned, const PowerRun& run);

// A cut whose disk is kept, so that another run can start on it.
struct Leftover {
  PlannedCut planned;
  std::filesystem::path disk;  // does not exist yet
};

// Replays on the disk what a run has done to it, up to each cut in turn. Each cut is judged in its
// own process, several at a time, since a check may leave threads and memory behind or crash.
//
// If the environment variable POWER_KEEP names a folder, each wrong cut leaves its disk there, as
// it was before it was opened. REQUIRES: the process has no other threads.
void judge_cuts(const PowerRun& run,
                Disk disk,
                std::vector<PlannedCut> cuts,
                Findings& findings,
                const std::optional<Leftover>& leftover = {});

}  // namespace countersign::torture
