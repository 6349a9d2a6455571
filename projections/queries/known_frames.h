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

// The frames of refused recordings, by the client and their marks: no client's frames are compared
// with another's. In memory only: the log has the marks sealed under the keys of the sessions, so
// that nothing on a disk tells, once a session is purged, that a picture was in it.
// folder/recall_frames.h fills it behind the start. Takes about 170 bytes for each frame of a
// session that is not purged.
//
// A remembered frame counts only while the view of refused recordings has its attempt. So a frame
// is not known from a decision that did not become durable, or from a session whose purge did. One
// thread at a time, the writer's that decides.
class KnownFrames {
 public:
  // Remembers the frames of a session's attempt, in place of others of the same attempt. A session
  // has one client.
  void add(const ClientKey& client,
           const SessionId& session,
           std::uint32_t attempt,
           std::vector<FrameMark> marks);
  void forget(const SessionId& session);

  // Whether a session of the client other than `session` has one of these frames.
  bool any_seen_elsewhere(ViewBatch& views,
                          const ClientKey& client,
                          const SessionId& session,
                          const std::vector<FrameMark>& marks) const;
  // The number of frames.
  std::size_t size() const { return places_.size(); }

 private:
  using Place = std::pair<SessionId, std::uint32_t>;  // an attempt of a session
  struct ClientMark {
    ClientKey client;
    FrameMark mark;
    bool operator==(const ClientMark&) const = default;
  };
  // A mark is as good as random. The client is in the hash, so that no client's frames lengthen the
  // look-up of another's.
  struct HashOfBoth {
    std::size_t operator()(const ClientMark& key) const;
  };
  struct Remembered {
    ClientKey client;
    std::vector<FrameMark> marks;
  };
  using Attempts = std::map<Place, Remembered>;
  void forget(Attempts::iterator attempt);

  std::unordered_multimap<ClientMark, Place, HashOfBoth> places_;
  Attempts attempts_;
};

}  // namespace countersign
