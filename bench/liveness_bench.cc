// How often the embedded engine refuses a recording of a person who does what was asked, and
// accepts one of a person who does not, for each condition, and how long a frame takes. Measured on
// drawn faces: the figures of docs/inspection.md.
//
//   liveness_bench [--smoke | RECORDINGS [SEED [CONDITION [FOLDER]]]]
//
// RECORDINGS is the number for each condition. The frames of recordings that were judged wrongly
// are written to FOLDER.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/arguments.h"
#include "bench/labelled_recordings.h"
#include "bench/rounds.h"
#include "core/checks/codes.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kUsual = 44;
constexpr std::size_t kSmoke = 1;
constexpr std::uint64_t kSeed = 1;

const char* word_of(Expected expected) {
  switch (expected) {
    case Expected::Accepted:
      return "accepted";
    case Expected::Refused:
      return "refused";
    case Expected::Unknown:
      return "unknown";
  }
  return "";
}

struct Tally {
  std::size_t recordings = 0;
  std::size_t accepted = 0;
  std::map<std::string, std::size_t> codes;    // code of the worst issue
  std::map<std::string, std::size_t> remarks;  // the same, for accepted recordings
  std::vector<double> ms_a_frame;
};

LivenessEvaluation evaluated(const EmbeddedEngine& engine,
                             const std::vector<std::string>& frames,
                             const std::vector<Action>& actions) {
  const auto found =
      engine.evaluate_liveness({.frame_count = frames.size(),
                                .load = [&](std::size_t index) { return frames[index]; },
                                .actions = actions});
  if (!found) {
    std::fputs("liveness_bench: out of memory\n", stderr);
    std::exit(1);
  }
  return *found;
}

// The frames that a server knows again: by the hash of their pixels.
bool any_known(const LivenessEvaluation& found, const LivenessEvaluation& before) {
  return std::ranges::any_of(found.frames, [&](const std::optional<ImageFacts>& frame) {
    return frame && std::ranges::any_of(before.frames, [&](const auto& earlier) {
             return earlier && earlier->pixels == frame->pixels;
           });
  });
}

// The findings of a server: the engine's findings, and for a replay also whether the frames are
// known.
LivenessEvaluation judged(const EmbeddedEngine& engine,
                          const RecordingPlan& plan,
                          const std::vector<std::string>& frames) {
  LivenessEvaluation found = evaluated(engine, frames, plan.asked);
  if (plan.replay == Replay::No) return found;
  const LivenessEvaluation before = evaluated(engine, recorded(plan), plan.asked);
  if (any_known(found, before)) {
    found.issues.insert(
        found.issues.begin(),
        {std::string(name_of(Code::LivenessFramesReused)), Severity::Error, 0, 0, ""});
  }
  return found;
}

void keep(const std::string& folder,
          std::string_view condition,
          std::size_t n,
          const std::vector<std::string>& frames,
          const LivenessEvaluation& found) {
  if (folder.empty()) return;
  const std::string name = folder + "/" + std::string(condition) + "-" + std::to_string(n);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    std::ofstream(name + "-" + std::to_string(i + 1) + ".jpg", std::ios::binary) << frames[i];
  }
  std::ofstream text(name + ".txt");
  for (const CheckOutcome& check : found.checks) {
    text << check.check << ' ' << name_of(check.status) << ' ' << check.value_milli.value_or(0)
         << ' ' << check.threshold_milli.value_or(0) << ' ' << check.frame.value_or(0) << '\n';
  }
}

Tally judge(const EmbeddedEngine& engine,
            const RecordingCondition& condition,
            std::size_t recordings,
            std::uint64_t seed,
            const std::string& folder) {
  Tally tally;
  for (std::size_t n = 0; n < recordings; ++n) {
    const RecordingPlan plan = recording_plan(condition, seed, n);
    const std::vector<std::string> frames = submitted(plan);
    const double start = core_ms();
    const LivenessEvaluation found = judged(engine, plan, frames);
    tally.ms_a_frame.push_back((core_ms() - start) / static_cast<double>(frames.size()));
    ++tally.recordings;
    tally.accepted += found.accepted() ? 1 : 0;
    if (!found.issues.empty()) {
      ++(found.accepted() ? tally.remarks : tally.codes)[found.issues.front().code];
    }
    if (condition.expected == (found.accepted() ? Expected::Refused : Expected::Accepted)) {
      keep(folder, condition.name, n, frames, found);
    }
  }
  return tally;
}

int run(std::size_t recordings,
        std::uint64_t seed,
        std::string_view only,
        const std::string& folder) {
  const EmbeddedEngine engine(sha256);
  std::map<Expected, Tally> totals;
  for (const RecordingCondition& condition : recording_conditions()) {
    if (!only.empty() && only != condition.name) continue;
    const Tally tally = judge(engine, condition, recordings, seed, folder);
    Tally& total = totals[condition.expected];
    total.recordings += tally.recordings;
    total.accepted += tally.accepted;
    std::printf(
        "{\"bench\":\"liveness\",\"condition\":\"%s\",\"expected\":\"%s\",\"recordings\":%zu,"
        "\"accepted\":%zu,\"codes\":{%s},\"remarks\":{%s},\"core_ms_a_frame\":%.0f}\n",
        std::string(condition.name).c_str(),
        word_of(condition.expected),
        tally.recordings,
        tally.accepted,
        codes_text(tally.codes).c_str(),
        codes_text(tally.remarks).c_str(),
        median(tally.ms_a_frame));
    std::fflush(stdout);
  }
  const Tally& good = totals[Expected::Accepted];
  const Tally& bad = totals[Expected::Refused];
  std::printf(
      "{\"bench\":\"liveness\",\"false_rejects\":%zu,\"of_good\":%zu,\"false_accepts\":%zu,"
      "\"of_bad\":%zu}\n",
      good.recordings - good.accepted,
      good.recordings,
      bad.accepted,
      bad.recordings);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  if (argc < 2) return run(kUsual, kSeed, "", "");
  if (std::string_view(argv[1]) == "--smoke") return run(kSmoke, kSeed, "", "");
  return run(whole_number(argv[1]),
             argc > 2 ? whole_number(argv[2]) : kSeed,
             argc > 3 ? argv[3] : "",
             argc > 4 ? argv[4] : "");
}
