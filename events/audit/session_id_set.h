#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "events/audit/stream_share.h"

namespace countersign {

struct HashOfSessionId {
  std::size_t operator()(const SessionId& id) const;
};

// A set of session ids that takes some 25 bytes per id. The library's sets take 56, and at times
// have to hold all ids twice. One thread at a time.
class SessionIdSet {
 public:
  bool contains(const SessionId& id) const;
  void insert(const SessionId& id);  // REQUIRES: it is not in the set
  // Keeps only the ids of the share.
  void shrink_to(const StreamShare& share);

  std::size_t bytes() const { return size_ * 3 / 2 * sizeof(SessionId); }  // roughly

 private:
  // Each part is sorted. A part is chosen by the hash's upper bits, since a share is by the lower
  // ones.
  static constexpr std::size_t kParts = 4096;
  static std::size_t part_of(const SessionId& id);

  std::array<std::vector<SessionId>, kParts> parts_;
  std::size_t size_ = 0;
};

}  // namespace countersign
