// A disk that runs out of bytes or of names and then has room again, under clients that keep their
// own record, while the server serves and while it starts.
#include <stdlib.h>

#include <filesystem>
#include <optional>

#include "tests/events/support/temp_folder.h"
#include "tests/torture/campaigns/full/small_disk.h"
#include "tests/torture/campaigns/full/trials.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {
namespace {

void run(FullTrials& trials, SmallDisk& disk, std::uint64_t rounds) {
  for (std::uint64_t round = 0; round < rounds && !trials.is_lost(); ++round) {
    trials.fill_up(disk, Room::Bytes);
    if (!trials.is_lost()) trials.fill_up(disk, Room::Names);
  }
}

void run_counted(const Orders& orders, Draw& draw, Findings& findings) {
  FullTrials trials(draw, findings, "counted");
  CountedDisk disk(trials.hurt().disk());
  if (orders.control) {
    trials.falsify_next();
    return trials.fill_up(disk, Room::Bytes);
  }
  run(trials, disk, orders.rounds(2, 40));
}

// Sets the place of temporary folders for the lifetime of this object.
class TemporaryPlace {
 public:
  explicit TemporaryPlace(const std::filesystem::path& folder)
      : before_(std::filesystem::temp_directory_path()) {
    ::setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryPlace() { ::setenv("TMPDIR", before_.c_str(), 1); }
  TemporaryPlace(const TemporaryPlace&) = delete;
  TemporaryPlace& operator=(const TemporaryPlace&) = delete;

 private:
  const std::filesystem::path before_;
};

// Uses a real file system, if this user may mount one. The server's folder is on it, but nothing of
// this program's own.
void run_mounted(Draw& draw, Findings& findings) {
  const TempFolder folder;
  auto disk = MountedDisk::mount(folder.path());
  if (!disk) return findings.count("file systems that could not be mounted");
  std::optional<FullTrials> trials;
  {
    const TemporaryPlace place(folder.path());
    trials.emplace(draw, findings, "tmpfs");
  }
  trials->hurt().has_its_log_on_the_disk();
  run(*trials, *disk, 20);
}

Findings full(const Orders& orders) {
  Findings findings;
  Draw draw(orders.seed);
  run_counted(orders, draw, findings);
  if (orders.full) run_mounted(draw, findings);
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::full);
}
