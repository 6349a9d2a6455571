#include "projections/queries/known_frames.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include "projections/views/session/refused_recordings.h"

namespace countersign {

std::size_t KnownFrames::HashOfBoth::operator()(const ClientMark& key) const {
  std::size_t first = 0;
  static_assert(sizeof first <= sizeof(FrameMark::Value));
  std::memcpy(&first, key.mark.value().data(), sizeof first);
  return first ^ std::hash<std::string>()(key.client.value());
}

void KnownFrames::add(const ClientKey& client,
                      const SessionId& session,
                      std::uint32_t attempt,
                      std::vector<FrameMark> marks) {
  const Place place{session, attempt};
  if (const auto before = attempts_.find(place); before != attempts_.end()) forget(before);
  for (const FrameMark& mark : marks) places_.emplace(ClientMark{client, mark}, place);
  attempts_.emplace(place, Remembered{client, std::move(marks)});
}

void KnownFrames::forget(const SessionId& session) {
  for (auto attempt = attempts_.lower_bound({session, 0});
       attempt != attempts_.end() && attempt->first.first == session;
       attempt = attempts_.lower_bound({session, 0})) {
    forget(attempt);
  }
}

void KnownFrames::forget(Attempts::iterator attempt) {
  const Remembered& remembered = attempt->second;
  for (const FrameMark& mark : remembered.marks) {
    const auto [first, end] = places_.equal_range({remembered.client, mark});
    const auto place =
        std::find_if(first, end, [&](const auto& entry) { return entry.second == attempt->first; });
    if (place != end) places_.erase(place);
  }
  attempts_.erase(attempt);
}

bool KnownFrames::any_seen_elsewhere(ViewBatch& views,
                                     const ClientKey& client,
                                     const SessionId& session,
                                     const std::vector<FrameMark>& marks) const {
  return std::ranges::any_of(marks, [&](const FrameMark& mark) {
    const auto [first, end] = places_.equal_range({client, mark});
    return std::any_of(first, end, [&](const auto& entry) {
      const auto& [other, attempt] = entry.second;
      return other != session && RefusedRecordings::has(views, other, attempt);
    });
  });
}

}  // namespace countersign
