#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "events/audit/streams/stream_share.h"

namespace countersign {

struct HashOfSessionId {
  std::size_t operator()(const SessionId& id) const;
};

// A set of session ids that takes some 25 bytes per id. The sets of the standard library take 56
// bytes, and hold all ids twice while they grow. One thread at a time.
class SessionIdSet {
 public:
  bool contains(const SessionId& id) const;
  void insert(const SessionId& id);  // REQUIRES: it is not in the set
  // Keeps only the ids of the share.
  void shrink_to(const StreamShare& share);

  std::size_t bytes() const { return size_ * 3 / 2 * sizeof(SessionId); }  // roughly

 private:
  // Each part is sorted. The upper bits of an id's hash choose its part, because the lower bits
  // choose its share.
  static constexpr std::size_t kParts = 4096;
  static std::size_t part_of(const SessionId& id);

  std::array<std::vector<SessionId>, kParts> parts_;
  std::size_t size_ = 0;
};

}  // namespace countersign
