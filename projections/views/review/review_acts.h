#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

enum class ReviewActKind : std::uint8_t { Look, Opinion, Correction };
template <>
inline constexpr auto enum_names<ReviewActKind> = std::to_array<Named<ReviewActKind>>({
    {ReviewActKind::Look, "LOOK"},
    {ReviewActKind::Opinion, "OPINION"},
    {ReviewActKind::Correction, "CORRECTION"},
});

// What somebody did with a case: a look at a picture of it, an opinion on it, or a correction.
struct ReviewAct {
  SessionId session;
  ClientKey client;
  std::string reviewer;
  ReviewActKind kind = ReviewActKind::Look;
  std::optional<std::uint64_t> waited_ms;  // of the opinion that settled: since the case was asked
  bool operator==(const ReviewAct&) const = default;
};
template <>
inline constexpr auto fields_of<ReviewAct> = fields(Field{"session", &ReviewAct::session},
                                                    Field{"client", &ReviewAct::client},
                                                    Field{"reviewer", &ReviewAct::reviewer},
                                                    Field{"kind", &ReviewAct::kind},
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
  static void fold(const FoldedEvent<ReviewCorrected>& folded, ViewBatch& views);
};

}  // namespace countersign
