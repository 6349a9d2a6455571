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

// A cut of a run, and how what it leaves is looked at.
struct PlannedCut {
  std::size_t acts = 0;  // that were done
  Aim aim = Aim::Anything;
  Cut cut{};
  std::uint64_t seed = 0;  // of what is left
  bool is_thorough = false;
  bool is_served = false;  // a real server starts on it
};

std::string text_of(const PlannedCut& planned);
// The cut of this number: one for each aim in turn.
PlannedCut plan_cut(const CutMoments& moments, std::size_t number, Draw& draw);
std::vector<PlannedCut> plan_cuts(const CutMoments& moments, std::size_t number, Draw& draw);

// The latest moment at which a client can have been told what was done before the cut.
Moment moment_of(const PlannedCut& planned, const PowerRun& run);

// What is kept of a cut, for a run of its own.
struct Leftover {
  PlannedCut planned;
  std::filesystem::path disk;  // which is not there yet
};

// Does again what a run has done to a disk, up to each cut in turn, and lets it be judged in a
// process of its own, some at a time: each may take its threads, its memory and its death with it.
//
// In a folder that the environment names POWER_KEEP each wrong cut leaves its disk, as it was
// before it was opened. REQUIRES: no threads.
void judge_cuts(const PowerRun& run,
                Disk disk,
                std::vector<PlannedCut> cuts,
                Findings& findings,
                const std::optional<Leftover>& leftover = {});

}  // namespace countersign::torture
