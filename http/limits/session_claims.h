#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <map>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/permit.h"

namespace countersign::http {

// The sessions that have a call being judged: a submission of images, or a finalize. Other such
// calls of the same session wait until it ends and then go on one at a time, in the order in which
// they came. So no verdict on a session depends on what else its device has requested at the same
// moment, and a session has at most one job on the pools that judge.
//
// Waiting holds no thread. The writer decides which nonce is used and which finalize counts, with
// or without claims.
//
// Only a caller with the session's token can make the session wait. A claim lasts as long as work
// on its call goes on, whether or not the client is still connected. Each stage of that work ends
// by itself: the pools run what they have accepted, an inspection and a request to an engine have
// time limits, and the writer answers everything, also at shutdown.
//
// Thread-safe; must outlive the claims that it hands out.
class SessionClaims {
 public:
  // The limit of waiting calls for one session, since each keeps an unanswered request in memory.
  // Further calls are refused and may be retried. A well-behaved device has one call at a time.
  static constexpr std::size_t kWaitingMax = 64;

  struct Turn {
    SessionId session;
    bool waited = false;  // for another call, so that the session may have changed since
  };
  // Releases the session when it is destroyed, which resumes the next call.
  using Claim = Permit<SessionClaims, Turn>;

  // Called once, with the claim: within claim(), or later on the thread that releases the session,
  // which may be the writer's. So it must only pass the work on: it must not block and must not
  // throw.
  using Resume = std::function<void(Claim claim)>;

  // Returns false if too many calls wait; then `resume` is not called.
  bool claim(const SessionId& session, Resume resume);

  std::size_t waiting() const;

 private:
  friend Claim;
  void give_back(const Turn& turn);

  mutable Mutex mutex_;
  // Each with its waiting calls.
  std::map<SessionId, std::deque<Resume>> claimed_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
