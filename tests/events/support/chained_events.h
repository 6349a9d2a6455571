#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/stream/recorded_event.h"
#include "events/record/codec.h"

namespace countersign {

// Gives events new numbers, new versions and a new chain, as anybody who signs a log could.
class ChainedEvents {
 public:
  // The event at its place, with its stored form. A caller that changes the leaf changes what the
  // next event of the stream is chained to. The reference lasts until the stream's next event.
  StoredEvent& add(RecordedEvent recorded) {
    StoredEvent& before = last_[recorded.stream];
    recorded.sequence = Sequence(++events_);
    recorded.version = StreamVersion(before.recorded.version.value() + 1);
    recorded.previous = before.leaf;
    before = encode_stored(std::move(recorded));
    return before;
  }

 private:
  std::map<StreamId, StoredEvent> last_;
  std::uint64_t events_ = 0;
};

// The stored lines of the events, chained anew.
inline std::vector<std::string> chained_anew(const std::vector<RecordedEvent>& events) {
  std::vector<std::string> lines;
  ChainedEvents chained;
  for (const RecordedEvent& event : events) lines.push_back(chained.add(event).bytes);
  return lines;
}

}  // namespace countersign
