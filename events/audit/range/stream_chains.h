#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/stream/recorded_event.h"
#include "events/audit/log_audit.h"
#include "events/audit/spill/spill_file.h"
#include "events/audit/spill/spill_parts.h"
#include "events/audit/streams/stream_audit.h"

namespace countersign {

// Compares the events of each stream in a range of a log: versions without a gap, and each event
// with the hash of the one before it. The first event of a stream that began before the range is
// believed, since the event before it is not there.
//
// An event is put aside in one of up to 1,024 parts, by a keyed hash of its stream, so that whoever
// made the log cannot choose its part. The parts are judged at the end, one after the other, with
// the last event of each of their streams in memory. One thread.
class StreamChains {
 public:
  // `events`: about how many will come. Holds half of `means.bytes_max` before it needs a file.
  StreamChains(std::uint64_t events, const AuditMeans& means);

  // False if nothing more can be put aside: failure() says why.
  bool take(const RecordedEvent& recorded, const Digest& leaf);

  struct Verdict {
    std::optional<AuditFault> fault{};  // of the earliest event that has one
    std::uint64_t begun = 0;            // streams with their first event in the range
    std::uint64_t continued = 0;        // streams that began before it
    bool is_whole = false;              // false: failure() says why
  };
  Verdict judge();

  std::optional<SpillFailure> failure() const { return file_.failure(); }

 private:
  bool judge(std::size_t part, Verdict& verdict);

  SpillFile file_;
  SpillParts parts_;
  std::array<std::uint8_t, 16> key_{};
  std::string record_;
};

}  // namespace countersign
