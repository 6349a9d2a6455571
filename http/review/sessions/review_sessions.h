#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"
#include "core/random_source.h"
#include "core/utc_time.h"

namespace countersign::http {

// A login of a reviewer in one browser.
struct ReviewSession {
  std::string id;  // to name it in a list; opens nothing
  ReviewerId reviewer;
  std::string passkey;  // the id of the one that logged in; empty if another party did
  UtcTime started_at;
  UtcTime last_seen_at;
};

// The logins to the console, in memory alone: a restart ends them. A login ends kIdle after its
// last call and kLongest after its begin. It is known by a token of 256 random bits, of which only
// the SHA-256 is kept.
//
// Browsers send the cookie with the token to every port of the host. So the console's page makes a
// key of its own, keeps that where its origin alone can read it, and sends the key with each call.
// A login belongs to the first key that comes with its token: from then on the token opens nothing
// without that key. A caller that is no browser may do without a key.
//
// A reviewer has at most kOfOneReviewer, all together at most kAll; the one
// that was seen least recently makes room.
//
// Thread-safe.
class ReviewSessions {
 public:
  static constexpr std::chrono::minutes kIdle{30};
  static constexpr std::chrono::hours kLongest{8};
  static constexpr std::size_t kOfOneReviewer = 16;
  static constexpr std::size_t kAll = 4096;

  // `random` and `clock` outlive this object. Durations are of `now`.
  ReviewSessions(RandomSource& random, const Clock& clock, SteadyNow now = steady_now);

  struct Begun {
    std::string token;  // for the cookie
    std::string id;
  };
  Begun begin(const ReviewerId& reviewer, std::string passkey);

  // The session of this token, which is seen thereby; nullopt if there is none, if it has ended,
  // and if it belongs to another key. `page_key`: the page's, empty if none came.
  std::optional<ReviewSession> find(std::string_view token, std::string_view page_key = {});

  // The reviewer's sessions, the oldest first.
  std::vector<ReviewSession> of(const ReviewerId& reviewer);

  // Ends the session of this id if it is the reviewer's. Returns false if it is not.
  bool end(const ReviewerId& reviewer, std::string_view id);
  void end_all(const ReviewerId& reviewer);
  // Ends the session of this token, whatever key it belongs to.
  void end_of_token(std::string_view token);

 private:
  struct Kept {
    ReviewSession session;
    SteadyTime begun;
    SteadyTime seen;
    std::optional<Digest> page_key{};  // the SHA-256 of the key that it belongs to
  };
  using ByToken = std::map<Digest, Kept>;  // by the hash of the token

  bool has_ended(const Kept& kept, SteadyTime now) const;
  void make_room(const ReviewerId& reviewer) REQUIRES_LOCK(mutex_);

  RandomSource& random_;
  const Clock& clock_;
  const SteadyNow now_;
  Mutex mutex_;
  ByToken sessions_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
