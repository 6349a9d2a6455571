#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/event/frame_mark.h"
#include "core/ids.h"
#include "events/view.h"

namespace countersign {

// The frames of refused recordings, by their marks. In memory only: the log has the marks sealed
// under the keys of the sessions, so that nothing on a disk tells, once a session is purged, that a
// picture was in it. folder/recall_frames.h fills it when the data folder is opened. Takes about
// 130 bytes for each frame of a session that is not purged.
//
// What is remembered counts only while the view of refused recordings has the attempt, so a
// decision that did not become durable, or a purge that did, cannot make a frame known. One thread
// at a time, the writer's that decides.
class KnownFrames {
 public:
  // Remembers the frames of a session's attempt, in place of others of the same attempt.
  void add(const SessionId& session, std::uint32_t attempt, std::vector<FrameMark> marks);
  void forget(const SessionId& session);

  // Whether a session other than `session` has one of these frames.
  bool any_seen_elsewhere(ViewBatch& views,
                          const SessionId& session,
                          const std::vector<FrameMark>& marks) const;
  // The number of frames.
  std::size_t size() const { return places_.size(); }

 private:
  using Place = std::pair<SessionId, std::uint32_t>;  // an attempt of a session
  // A mark is as good as random.
  struct FirstBytes {
    std::size_t operator()(const FrameMark& mark) const;
  };
  using Attempts = std::map<Place, std::vector<FrameMark>>;
  void forget(Attempts::iterator attempt);

  std::unordered_multimap<FrameMark, Place, FirstBytes> places_;
  Attempts attempts_;
};

}  // namespace countersign
