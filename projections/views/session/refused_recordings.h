#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "events/view.h"
#include "projections/fold/projection.h"

namespace countersign {

// A refused recording, and the event that refused it, which has the marks of the frames, sealed.
struct RefusedRecording {
  std::uint32_t attempt = 0;
  Sequence event;
  bool operator==(const RefusedRecording&) const = default;
};
template <>
inline constexpr auto fields_of<RefusedRecording> =
    fields(Field{"attempt", &RefusedRecording::attempt}, Field{"event", &RefusedRecording::event});
static_assert(record_is_sound<RefusedRecording>);

struct SessionRefusals {
  ClientKey client;                          // of the session
  std::vector<RefusedRecording> recordings;  // oldest first
  bool operator==(const SessionRefusals&) const = default;
};
template <>
inline constexpr auto fields_of<SessionRefusals> = fields(Field{"client", &SessionRefusals::client},
                                                          Field{"recordings",
                                                                &SessionRefusals::recordings});
static_assert(record_is_sound<SessionRefusals>);

// The refused recordings whose frames are known again: session id -> SessionRefusals, until the
// session is purged. Tells nothing about the frames; queries/known_frames.h has them.
class RefusedRecordings {
 public:
  static std::string key(const SessionId& session);
  // REQUIRES: `key` is one of this view.
  static SessionId session_of(std::string_view key);

  static bool has(ViewBatch& views, const SessionId& session, std::uint32_t attempt);

  static Projection projection();
  static void fold(const FoldedEvent<LivenessRejected>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
