#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

// What somebody did with a case: a look at a picture of it, or an opinion on it.
struct ReviewAct {
  SessionId session;
  ClientKey client;
  std::string reviewer;
  bool is_look = false;
  std::optional<std::uint64_t> waited_ms;  // of the opinion that settled: since the case was asked
  bool operator==(const ReviewAct&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewAct> = fields(Field{"session", &ReviewAct::session},
                                                    Field{"client", &ReviewAct::client},
                                                    Field{"reviewer", &ReviewAct::reviewer},
                                                    Field{"look", &ReviewAct::is_look},
                                                    Field{"waitedMs", &ReviewAct::waited_ms});
static_assert(record_is_sound<ReviewAct>);

// The acts of all reviewers, by time, for reports:
//
//   time, sequence -> ReviewAct
class ReviewActs {
 public:
  // Of the acts from this time on.
  static std::string key_from(UtcTime at);
  // REQUIRES: a key of this view.
  static UtcTime time_of(std::string_view key);

  static Projection projection();
  static void fold(const FoldedEvent<ImageViewed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
};

}  // namespace countersign
