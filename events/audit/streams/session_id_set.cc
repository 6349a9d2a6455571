#include "events/audit/streams/session_id_set.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace countersign {

std::size_t HashOfSessionId::operator()(const SessionId& id) const {
  const Uuid& uuid = id.value();
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(uuid.data()), uuid.size()});
}

std::size_t SessionIdSet::part_of(const SessionId& id) {
  return HashOfSessionId()(id) >> 32 & (kParts - 1);
}

bool SessionIdSet::contains(const SessionId& id) const {
  return std::ranges::binary_search(parts_[part_of(id)], id);
}

void SessionIdSet::insert(const SessionId& id) {
  std::vector<SessionId>& part = parts_[part_of(id)];
  part.insert(std::ranges::lower_bound(part, id), id);
  ++size_;
}

void SessionIdSet::shrink_to(const StreamShare& share) {
  size_ = 0;
  for (std::vector<SessionId>& part : parts_) {
    std::erase_if(part, [&](const SessionId& id) { return !share.has(HashOfSessionId()(id)); });
    part.shrink_to_fit();
    size_ += part.size();
  }
}

}  // namespace countersign
