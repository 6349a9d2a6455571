#include "tests/torture/campaigns/disk/occasions.h"

#include "core/check.h"

namespace countersign::torture {
namespace {

// A fault strikes within the first 1/kSooner of the observed number of calls, so that it does
// strike.
constexpr std::uint64_t kSooner = 4;
// The weight of the calls on which every acknowledgement depends; all others have weight 1.
constexpr int kHeartShare = 4;

// How a call can fail.
std::vector<DiskFault> faults_of(DiskCall call) {
  switch (call) {
    case DiskCall::Open:
    case DiskCall::Read:
    case DiskCall::Truncate:
    case DiskCall::Remove:
      return {DiskFault::Io};
    case DiskCall::Write:
      return {DiskFault::Io, DiskFault::NoSpace, DiskFault::Short};
    case DiskCall::Create:
    case DiskCall::Sync:
    case DiskCall::Allocate:
    case DiskCall::Rename:
    case DiskCall::MakeFolder:
      return {DiskFault::Io, DiskFault::NoSpace};
  }
  return {};
}

bool is_heart(DiskCall call, DiskFile file) {
  return file == DiskFile::WriteAheadLog && (call == DiskCall::Write || call == DiskCall::Sync);
}

}  // namespace

Occasions Occasions::counted_by(const BadDisk& disk) {
  Occasions occasions;
  for (std::size_t call = 0; call < kDiskCalls; ++call) {
    for (std::size_t file = 0; file < kDiskFiles; ++file) {
      Occasion occasion{static_cast<DiskCall>(call), static_cast<DiskFile>(file), 0};
      occasion.times = disk.calls(occasion.call, occasion.file);
      if (occasion.times == 0) continue;
      const int share = is_heart(occasion.call, occasion.file) ? kHeartShare : 1;
      occasions.all_.insert(occasions.all_.end(), share, occasion);
    }
  }
  check(!occasions.all_.empty(), "the server makes disk calls that the preloaded library counts");
  return occasions;
}

DiskPlan Occasions::draw(Draw& draw) const {
  const Occasion& occasion = all_[draw() % all_.size()];
  const auto faults = faults_of(occasion.call);
  return {occasion.call,
          occasion.file,
          faults[draw() % faults.size()],
          static_cast<std::int64_t>(draw() % (occasion.times / kSooner + 1)),
          draw() % 2 == 0};
}

}  // namespace countersign::torture
