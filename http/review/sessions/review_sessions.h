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
// A login belongs to one page from its begin: the token opens nothing without the key of that page.
// A page is named here by the SHA-256 of its key.
//
// A login that another party has vouched for, at a call that no page makes, waits for its page: it
// is no login before the page asks for it, with a ticket that the page alone is given.
//
// A reviewer has at most kOfOneReviewer, all together at most kAll; the one that was seen least
// recently makes room.
//
// Thread-safe.
class ReviewSessions {
 public:
  static constexpr std::chrono::minutes kIdle{30};
  static constexpr std::chrono::hours kLongest{8};
  static constexpr std::size_t kOfOneReviewer = 16;
  static constexpr std::size_t kAll = 4096;
  static constexpr std::chrono::minutes kWaits{2};
  static constexpr std::size_t kWaiting = 4096;  // the one that has waited longest makes room

  // `random` and `clock` outlive this object. Durations are of `now`.
  ReviewSessions(RandomSource& random, const Clock& clock, SteadyNow now = steady_now);

  struct Begun {
    std::string token;  // for the cookie
    std::string id;
  };
  Begun begin(const ReviewerId& reviewer, std::string passkey, const Digest& page);

  // A login of the reviewer waits for the page, for kWaits at most. Returns its ticket.
  std::string wait_for_page(const ReviewerId& reviewer, const Digest& page);
  // Ends the waiting. Returns the reviewer whose login has waited for this page; nullopt if the
  // ticket is unknown, has waited too long, or waits for another page.
  std::optional<ReviewerId> take_waiting(std::string_view ticket, const Digest& page);

  // Returns the session of this token, and marks it as seen if a person has asked; nullopt if the
  // token is unknown, if the session has ended, or if it is of another page. `page`: nullopt if the
  // caller has shown no key. `of_a_person`: false for a call that the page makes by itself.
  std::optional<ReviewSession> find(std::string_view token,
                                    const std::optional<Digest>& page,
                                    bool of_a_person = true);

  // The reviewer's sessions, the oldest first.
  std::vector<ReviewSession> of(const ReviewerId& reviewer);

  // Ends the session of this id if it is the reviewer's. Returns false if it is not.
  bool end(const ReviewerId& reviewer, std::string_view id);
  // Ends those that wait for their page too.
  void end_all(const ReviewerId& reviewer);
  // Ends the session of this token, whatever page it belongs to.
  void end_of_token(std::string_view token);

 private:
  struct Kept {
    ReviewSession session;
    SteadyTime begun;
    SteadyTime seen;
    Digest page;
  };
  struct Waiting {
    ReviewerId reviewer;
    Digest page;
    SteadyTime since;
  };
  using ByToken = std::map<Digest, Kept>;      // by the hash of the token
  using ByTicket = std::map<Digest, Waiting>;  // by the hash of the ticket

  bool has_ended(const Kept& kept, SteadyTime now) const;
  void make_room(const ReviewerId& reviewer) REQUIRES_LOCK(mutex_);
  void forget_waiting(SteadyTime now) REQUIRES_LOCK(mutex_);

  RandomSource& random_;
  const Clock& clock_;
  const SteadyNow now_;
  Mutex mutex_;
  ByToken sessions_ GUARDED_BY(mutex_);
  ByTicket waiting_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
