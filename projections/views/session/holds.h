#pragma once
#include <cstdint>
#include <string>

#include "core/ids.h"
#include "core/schema.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

// A legal hold in force.
struct HoldEntry {
  SessionId session;
  ClientKey client;  // the owner of the session
  bool sandbox = false;
  Sequence sequence;  // of the event that set it
  UtcTime at;
  Actor actor;         // who set it
  std::string reason;  // the operator's words, which the log keeps
  bool operator==(const HoldEntry&) const = default;
};
template <>
inline constexpr auto fields_of<HoldEntry> = fields(Field{"session", &HoldEntry::session},
                                                    Field{"client", &HoldEntry::client},
                                                    Field{"sandbox", &HoldEntry::sandbox},
                                                    Field{"sequence", &HoldEntry::sequence},
                                                    Field{"at", &HoldEntry::at},
                                                    Field{"actor", &HoldEntry::actor},
                                                    Field{"reason", &HoldEntry::reason});
static_assert(record_is_sound<HoldEntry>);

// Session id -> HoldEntry, of the sessions that are held now. The files of a held session are not
// purged, so an entry ends with its release alone.
class Holds {
 public:
  static std::string key(const SessionId& session);

  static Projection projection();
  static void fold(const FoldedEvent<HoldSet>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<HoldReleased>& folded, ViewBatch& views);
};

}  // namespace countersign
