#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/stream/recorded_event.h"
#include "events/audit/streams/state_form.h"

namespace countersign {

// Finds an event that was written in an older version of its type by somebody who could have
// written the newer one: rules that came with a version must not be evaded by the older form. One
// server writes a log at a time, and no older release opens what a newer one has written, so
// versions never go back. Takes each event of a log, in order. One thread at a time.
class VersionAudit {
 public:
  // Why the event cannot be there; nullopt if it can.
  std::optional<std::string> fault(const RecordedEvent& recorded);

  // See state_form.h.
  void append_state(std::string& out) const;
  bool take_state(StateReader& in);

 private:
  std::array<std::uint16_t, std::variant_size_v<Event::Variant>> newest_{};  // of each type
  // An event was in a version that came with today's rules of corrections, claims, signatures and
  // passkeys, and so do all other versions of that release.
  bool has_present_rules_ = false;
};

}  // namespace countersign
