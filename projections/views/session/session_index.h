#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/event/session_labels.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/session/session.h"
#include "core/terms.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"
#include "projections/views/session/session_listing.h"

namespace countersign {

// Where a session stands in each list that it is in: lists have the newest session first. The time
// of an event is never before that of an earlier event of the log, so a new session stands before
// every older one, or beside those of the same microsecond. It never moves within a list.
struct SessionPlace {
  UtcTime created_at;
  SessionId session;
  bool operator==(const SessionPlace&) const = default;
};

// A session as a line of its client has it: its status and its result as events have made them, so
// that an expiry counts once an event has recorded it, and the rest of a listing once the session
// has ended.
struct SessionLine {
  SessionStatus status = SessionStatus::Created;
  ResultStatus result = ResultStatus::Pending;
  std::optional<EndedListing> ended;
  bool operator==(const SessionLine&) const = default;
};
template <>
inline constexpr auto fields_of<SessionLine> = fields(Field{"status", &SessionLine::status},
                                                      Field{"result", &SessionLine::result},
                                                      Field{"ended", &SessionLine::ended});
static_assert(record_is_sound<SessionLine>);

// The same in the line of all sessions, whose keys name no client.
struct SessionLineOfAll {
  ClientKey client;
  SessionLine line;
  bool operator==(const SessionLineOfAll&) const = default;
};
template <>
inline constexpr auto fields_of<SessionLineOfAll> =
    fields(Field{"client", &SessionLineOfAll::client}, Field{"line", &SessionLineOfAll::line});
static_assert(record_is_sound<SessionLineOfAll>);

// The lists of sessions, the newest first in each:
//
//   'a' world, place -> SessionLineOfAll, once it has ended        all sessions
//   'c' world client key, 0x00, place -> SessionLine               of the client
//   'u' world client key, 0x00, hash of userRef, place -> SessionLine, once it has ended
//                                                                  of a person
//   's' world client key, 0x00, status, place -> empty
//   'r' world client key, 0x00, result, place -> SessionLine, once it has ended
//   'p' world client key, 0x00, purpose, place -> empty
//   'l' world client key, 0x00, hash of key and value, place -> empty   of a label
//   'w' world client key, 0x00, hash of the code, place -> empty   of a reason of the machine's
//
// The world is that of persons or that of the sandbox. A hash is the first 16 bytes of SHA-256, so
// that a line has one length whatever a client calls a person; a reader compares the text itself
// with that of the session. A session leaves its lines of a status and of a result for those of the
// next. Nothing else ever leaves: a purge erases bytes, and userRef and labels are metadata, which
// stay in the log and in the session too.
//
// A page of sessions that have ended is read from the rows of 'a', 'c', 'u' and 'r' alone, which
// lie beside each other. A row of another line leads to that of 'c', and a row of an open session
// to its record.
class SessionIndex {
 public:
  enum class Line : char {
    All = 'a',
    Client = 'c',
    Person = 'u',
    Status = 's',
    Result = 'r',
    Purpose = 'p',
    Label = 'l',
    Reason = 'w',
  };

  // The part of a key that the sessions of a line have in common; empty for the lines of all and of
  // a client.
  static std::string facet_of(SessionStatus status);
  static std::string facet_of(ResultStatus result);
  static std::string facet_of(Purpose purpose);
  static std::string facet_of(const SessionLabel& label);
  static std::string facet_of_text(std::string_view text);

  static std::string prefix_of_all(bool sandbox);
  static std::string prefix_of(Line line,
                               bool sandbox,
                               const ClientKey& client,
                               std::string_view facet = {});
  // The key from which a seek finds the next client that has a session; the first one if `client`
  // is empty.
  static std::string clients_behind(const ClientKey& client, bool sandbox);
  // The client in such a key; nullopt if the key is of no client's line in this world.
  static std::optional<ClientKey> client_in(std::string_view key, bool sandbox);

  // Keys of a line are its prefix and a place. A place orders behind those that come before it in a
  // list, and the bytes of a time before those of all places of that time.
  static std::string bytes_of_place(const SessionPlace& place);
  static std::string bytes_of_time(UtcTime created_at);
  // Nullopt for anything but the bytes of a place.
  static std::optional<SessionPlace> place_in(std::string_view bytes);

  static Projection projection();
  static void fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ChallengeIssued>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LivenessNotPossible>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewCorrected>& folded, ViewBatch& views);
};

}  // namespace countersign
