#pragma once
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/torture/campaigns/power/run.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// The work in progress when the power is cut.
enum class Aim : std::uint8_t {
  Anything,
  Start,      // before the server serves: of a new folder, or after a cut
  NewFolder,  // in the first second of a new folder
  LogSync,    // while a large write to the write-ahead log is being synced
  Purge,      // from the marker file of a purge until just after its removal
  Name,       // just after a name was changed
  End         // after the server was told to stop
};
inline constexpr Aim kAims[] = {
    Aim::Anything, Aim::Start, Aim::NewFolder, Aim::LogSync, Aim::Purge, Aim::Name, Aim::End};
std::string_view name_of(Aim aim);

// The moments of a run, by what was in progress. A moment is a number of acts: so many were done,
// and no later act was begun. The run must outlive this object.
class CutMoments {
 public:
  CutMoments(const PowerRun& run, bool is_new_folder);

  // Draws a moment of this kind, or any moment if the run has none.
  std::size_t draw(Aim aim, Draw& draw) const;

 private:
  struct Span {
    std::size_t first;
    std::size_t last;
    std::size_t weight = 0;
  };

  void find_names();
  void find_purges();
  void find_log_syncs();
  std::size_t in(const std::vector<Span>& spans, Draw& draw) const;

  const PowerRun& run_;
  Span start_{};
  Span new_folder_{};
  Span end_{};
  std::vector<Span> log_syncs_;  // weight: bytes that are being synced
  std::vector<Span> purges_;
  std::vector<Span> names_;
};

}  // namespace countersign::torture
