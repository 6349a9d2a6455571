#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "core/enum_names.h"
#include "core/schema.h"
#include "core/session/session.h"
#include "projections/fold/projection.h"

namespace countersign {

// How a capture ended.
enum class CaptureEnd : std::uint8_t {
  Completed,          // with every step done, or excused
  AttemptsExhausted,  // finalized after a step had no attempts left
  Expired,
  Canceled,
};
template <>
inline constexpr auto enum_names<CaptureEnd> = std::to_array<Named<CaptureEnd>>({
    {CaptureEnd::Completed, "COMPLETED"},
    {CaptureEnd::AttemptsExhausted, "ATTEMPTS_EXHAUSTED"},
    {CaptureEnd::Expired, "EXPIRED"},
    {CaptureEnd::Canceled, "CANCELED"},
});

// The picture that a capture had come to when it ended.
enum class CapturePlace : std::uint8_t {
  Start,  // no picture was begun: the device asked for no challenge
  Front,
  Back,
  Liveness,
  Finalize,  // nothing was left but to finalize
};
template <>
inline constexpr auto enum_names<CapturePlace> = std::to_array<Named<CapturePlace>>({
    {CapturePlace::Start, "START"},
    {CapturePlace::Front, "FRONT"},
    {CapturePlace::Back, "BACK"},
    {CapturePlace::Liveness, "LIVENESS"},
    {CapturePlace::Finalize, "FINALIZE"},
});

// The captures that ended in the same way at the same place, with the same code. The code is that
// of the last submission at the place: the name of a Code if it was refused, `OK` if it was
// accepted, `NONE` if there was none, and `OTHER` for a code that this version does not have. A
// completed capture has `OK`. The last attempt of a step is refused with a code that gives no
// reason, so the code is then that of the attempt before, if there was one.
struct CaptureEnds {
  CaptureEnd end = CaptureEnd::Completed;
  CapturePlace place = CapturePlace::Start;
  std::string code;
  std::uint64_t captures = 0;
  bool operator==(const CaptureEnds&) const = default;
};
template <>
inline constexpr auto fields_of<CaptureEnds> = fields(Field{"end", &CaptureEnds::end},
                                                      Field{"place", &CaptureEnds::place},
                                                      Field{"code", &CaptureEnds::code},
                                                      Field{"captures", &CaptureEnds::captures});
static_assert(record_is_sound<CaptureEnds>);

// Pure. Where this session ended, as a record of one capture. REQUIRES: the session has ended.
CaptureEnds end_of(const Session& session);

// End, place and code -> CaptureEnds, for the metrics. The sessions of the sandbox are not counted,
// because nobody is captured in them.
class CaptureEndsView {
 public:
  static std::string key(const CaptureEnds& ends);

  static Projection projection();
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views);
};

}  // namespace countersign
