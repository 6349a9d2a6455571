#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/session/session.h"
#include "projections/fold/projection.h"

namespace countersign {

// The letter of the sessions of persons, or of those of the sandbox, in keys of views.
constexpr char world_of(bool sandbox) { return sandbox ? 's' : 'r'; }

// The sessions that wait for the decision of a person, the oldest first in each line. The sequence
// is that of the event that finalized the session.
//
//   'q' world 'a' readers, 0x00, sequence -> session id
//   'q' world 'c' client key, 0x00, readers, 0x00, sequence -> session id
//   'n' world -> how many wait
//   'n' world client key -> the same, of the client
//   'h' reviewer id -> session id
//
// `readers` names the registered reviewers who have given an opinion on the session already, in the
// order of their opinions: each may not decide it again, so a reader who leaves their lines out
// passes over any number of sessions in one step. There are at most as many lines of a client as
// there are pairs of reviewers, and one more; and as many again for each reviewer who handed cases
// over to a supervisor: `readers` then has a mark, and who did, at its end. Those who are no
// supervisors leave these out.
//
// A session leaves when its review is settled, or its files are purged. The entry 'h' names the
// session that a registered reviewer claimed last, and stays: the session says whether the claim
// still holds.
class Reviews {
 public:
  // The prefixes of the lines of all clients, and of one client.
  static std::string prefix_of_all(bool sandbox);
  static std::string prefix_of(const ClientKey& client, bool sandbox);
  // The key from which a seek finds the next client that has a line; the first one if `client` is
  // empty.
  static std::string clients_behind(const ClientKey& client, bool sandbox);
  // The prefix of the lines of single clients, in one world.
  static std::string prefix_of_clients(bool sandbox);
  static std::string key_of_count(bool sandbox);
  static std::string key_of_count(const ClientKey& client, bool sandbox);
  static std::string key_of_claim(const ReviewerId& reviewer);

  // The readers of the line that a session waits in.
  static std::string readers_of(const std::vector<ReviewOpinion>& opinions);
  // Whether a line is of a session that the reviewer has an opinion on.
  static bool is_read_by(std::string_view readers, const ReviewerId& reviewer);
  // Whether a line is of sessions that are for a supervisor.
  static bool is_handed(std::string_view readers);
  // Whether it is of sessions that this reviewer handed over.
  static bool is_handed_by(std::string_view readers, const ReviewerId& reviewer);

  static Projection projection();
  static void fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewAssigned>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewHandedOver>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
