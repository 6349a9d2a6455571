#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

struct AssignedCase {
  SessionId session;
  ClientKey client;  // of the session
  UtcTime until;
  bool operator==(const AssignedCase&) const = default;
};
template <>
inline constexpr auto fields_of<AssignedCase> = fields(Field{"session", &AssignedCase::session},
                                                       Field{"client", &AssignedCase::client},
                                                       Field{"until", &AssignedCase::until});
static_assert(record_is_sound<AssignedCase>);

// The cases that are assigned to one reviewer, the first assigned first. Some may have lapsed.
struct AssignedCases {
  std::vector<AssignedCase> cases;
  bool operator==(const AssignedCases&) const = default;
};
template <>
inline constexpr auto fields_of<AssignedCases> = fields(Field{"cases", &AssignedCases::cases});
static_assert(record_is_sound<AssignedCases>);

// Cases that are assigned to one reviewer at once, at most.
inline constexpr std::size_t kAssignedMax = 50;

// A case that is not reported as overdue: how long it waits.
struct WaitingCase {
  UtcTime since;
  SessionId session;
  bool operator==(const WaitingCase&) const = default;
};

// The order of the work on cases: by when, and by whom.
//
//   'p' client key -> due time in milliseconds; no entry: none
//   'w' client key, 0x00, end of the capture, session id -> empty
//   'g' reviewer id -> AssignedCases
//   's' session id -> reviewer id
//
// A case is in 'w' from the end of its capture until it is decided, purged or reported as overdue,
// whether or not its client has a due time: a client may be given one later. An assignment that has
// lapsed leaves when another case is assigned to its reviewer, or with any event that ends it.
class Desk {
 public:
  static std::string prefix_of_due_times() { return "p"; }
  static std::string key_of_due_time(const ClientKey& client);
  static ClientKey client_in(std::string_view key_of_due_time);
  static std::string prefix_of_waiting(const ClientKey& client);
  static std::string key_of(const ClientKey& client, const WaitingCase& waiting);
  // nullopt for a key of another form. `prefix` is that of the client.
  static std::optional<WaitingCase> waiting_in(std::string_view key, std::string_view prefix);
  static std::string key_of(const ReviewerId& reviewer);
  static std::string key_of(const SessionId& session);

  // Whether one more case can be assigned to the reviewer at `now`.
  static bool has_room(ViewBatch& views, const ReviewerId& reviewer, UtcTime now);

  static Projection projection();
  static void fold(const FoldedEvent<ClientRegistered>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ClientChanged>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewOverdue>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewAssigned>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewUnassigned>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewHandedOver>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewReleased>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
