#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "events/vault/key_slot.h"

namespace countersign {

// The text of a data folder's file PURGING: what a purge may have left undone.
//
//   text    := [since] slot*
//   since   := "since " number LF          the last event before the purges; 0.2.0 wrote none
//   slot    := name LF [members]           a slot to destroy
//   members := "members " number LF id*    sessions: every one whose key the slot may still wrap;
//                                          0.2.0 wrote none
//   id      := session LF
//
// So the open after a crash looks up these sessions, and scans no other key. From the writing of
// `members` on no key is wrapped under the slot: the process retires it before, and each later one
// when it reads the text.
struct PurgingRecord {
  // Members of all slots that one text may have: 10 MB. The slots beyond have none in the text, and
  // their members have to be found by a scan.
  static constexpr std::size_t kMembersMost = 262'144;

  using Members = std::vector<SessionId>;
  std::optional<Sequence> since{};
  // Never the service slot. Without members: they are not known.
  std::map<KeySlotId, std::optional<Members>> slots{};

  friend bool operator==(const PurgingRecord&, const PurgingRecord&) = default;
};

std::string to_text(const PurgingRecord& record);
// Takes any bytes. A line that cannot be read is skipped; a slot whose members are not all there
// has none.
PurgingRecord parse_purging(std::string_view text);
// The text without the members, which the open of a restored folder looks for in the restored log.
std::string without_members(std::string_view text);

}  // namespace countersign
