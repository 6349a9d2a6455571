#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "core/enum_names.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"

namespace countersign {

inline constexpr std::size_t kEventTypes = std::variant_size_v<Event::Variant>;

// A day of the calendar (UTC), as days since 1970-01-01.
using DayNumber = std::int32_t;
DayNumber day_number(UtcTime time);
std::string date_of(DayNumber day);  // 2026-11-21

// The number of occurrences, and the sum of their sizes.
struct FileTally {
  std::uint64_t times = 0;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  bool operator==(const FileTally&) const = default;
};

// Decisions and corrections of people, opinions that do not settle included.
struct DecisionTally {
  std::uint64_t signed_ones = 0;
  std::uint64_t unsigned_ones = 0;  // of registered reviewers
  std::uint64_t by_clients = 0;     // and by operators, who have no passkey
  std::uint64_t without_look = 0;   // of registered reviewers who had looked at no picture of it
  bool operator==(const DecisionTally&) const = default;

  void add(const DecisionTally& more);
  std::uint64_t all() const { return signed_ones + unsigned_ones + by_clients; }
};

struct DayActivity {
  std::array<std::uint64_t, kEventTypes> events{};   // by the index of their type in Event
  std::array<std::uint64_t, kEventTypes> sandbox{};  // those of them that are of a sandbox session
  // The members below count only sessions of persons.
  std::array<std::uint64_t, std::size(enum_names<ResultStatus>)> results{};  // of finalized ones
  FileTally downloads;
  DecisionTally decisions;
  std::array<FileTally, std::size(enum_names<PurgeReason>)> purges{};  // times: sessions
  bool operator==(const DayActivity&) const = default;

  void add(const DayActivity& other);
  std::uint64_t all_events() const;
  template <class E>
  std::uint64_t of() const {
    return events[Event(E{}).index()];
  }
  template <class E>
  std::uint64_t of_persons() const {
    return of<E>() - of_sandbox<E>();
  }
  template <class E>
  std::uint64_t of_sandbox() const {
    return sandbox[Event(E{}).index()];
  }
};

struct ClientActivity {
  std::string name;  // empty: the log does not register the client
  bool sandbox = false;
  std::optional<UtcTime> registered_at;
  std::optional<UtcTime> disabled_at;
  std::uint64_t sessions = 0;
  FileTally downloads;
  std::optional<UtcTime> last_download;
  bool operator==(const ClientActivity&) const = default;
};

// The acts of one reviewer, or of one name of a back office.
struct PersonActivity {
  std::uint64_t looks = 0;
  DecisionTally decisions;
  std::optional<UtcTime> last;
  bool operator==(const PersonActivity&) const = default;
};

// A session whose pictures were seen, or on which people decided.
struct SeenSession {
  std::string session;  // its stream
  UtcTime last;
  std::uint64_t downloads = 0;
  std::uint64_t looks = 0;
  std::set<std::string> people;  // who looked or decided; at most kPeopleShown of them
  DecisionTally decisions;
  bool operator==(const SeenSession&) const = default;
};

// An event that an auditor wants to see individually; the latest of each kind are kept.
struct Notable {
  Sequence sequence;
  UtcTime at;
  Actor actor;
  std::string what;   // type of the event
  std::string about;  // stream, or key slot
  std::string why;    // reason, if there is one
  bool operator==(const Notable&) const = default;
};

// Counts of what happened: a fold of the log. A value type. Its memory grows with the number of
// days that have events and of clients, up to a limit for each, but not with the number of events
// or sessions.
struct Activity {
  static constexpr std::size_t kDaysMax = 20'000;     // later days are added to the last one
  static constexpr std::size_t kClientsMax = 10'000;  // further clients share the empty key
  static constexpr std::size_t kCodesMax = 1'000;     // the same
  static constexpr std::size_t kNotableMax = 20;
  // The most sandbox sessions with unpurged bytes; a further one counts as a person's session.
  static constexpr std::size_t kSandboxSessionsMax = 1'000'000;

  static constexpr std::size_t kSeenSessionsMax = 100;  // the latest
  static constexpr std::size_t kPeopleShown = 16;       // of one session
  // The most pairs of a session with unpurged bytes and a person who looked at it. After a further
  // one no decision is counted as made without a look: nobody is named for what was forgotten.
  static constexpr std::size_t kLookedMax = 1'000'000;

  std::uint64_t events = 0;
  std::optional<UtcTime> first_at;
  std::optional<UtcTime> last_at;
  std::map<DayNumber, DayActivity> days;
  std::map<std::string, ClientActivity> clients;     // by client key
  std::set<std::string> sandbox_sessions;            // their streams
  std::map<std::string, std::uint64_t> refusals;     // of submissions, by code; of persons alone
  std::map<std::string, FileTally> other_downloads;  // by others than clients, by kind of actor
  std::map<std::string, PersonActivity> people;  // by id or name; further ones share the empty key
  std::deque<SeenSession> seen;                  // the one of the latest act at the end
  std::set<std::pair<std::string, std::string>> looked;  // stream and person
  bool forgot_looks = false;
  std::deque<Notable> holds;
  std::deque<Notable> keys;      // destroyed, rotated
  std::deque<Notable> erasures;  // purges by request
  bool operator==(const Activity&) const = default;

  DayActivity total() const;
};

// Pure and total. REQUIRES: events come in the order of the log.
void fold(Activity& activity, const RecordedEvent& recorded);

}  // namespace countersign
