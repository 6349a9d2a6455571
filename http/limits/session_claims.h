#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "core/ids.h"

namespace countersign::http {

// Which sessions have a call that is being judged: a submission of images, or a finalize. Others of
// the same session wait for its end, and then go on one after another, in the order in which they
// came. So no verdict on a session depends on what else its device has asked for at the same
// moment, and a session has at most one job among those that judge.
//
// Waiting holds no thread. Which nonce is used, and which finalize counts, is the writer's
// decision, with or without this.
//
// Who could make a session wait is only who has its token. A claim lasts as long as the call that
// has it is worked on, whether its client is still there or not; each stage of that work ends by
// itself: the pools run what they have taken, an inspection and a question to an engine have
// limits of time, and the writer answers everything, also at the end of the server.
//
// Thread-safe; must outlive the claims it hands out.
class SessionClaims {
 public:
  // Of one session. Each keeps a request that was answered by nothing yet, so there is a limit;
  // what comes then is told to come again. A device that works as it should has one call at a time.
  static constexpr std::size_t kWaitingMax = 64;

  // Lets the session go when it is destroyed, which resumes the next. Movable.
  class Claim {
   public:
    Claim(SessionClaims& claims, const SessionId& session, bool waited)
        : claims_(&claims), session_(session), waited_(waited) {}
    ~Claim() { release(); }
    Claim(Claim&& from) noexcept
        : claims_(std::exchange(from.claims_, nullptr)),
          session_(from.session_),
          waited_(from.waited_) {}
    Claim& operator=(Claim&& from) noexcept {
      if (this == &from) return *this;
      release();
      claims_ = std::exchange(from.claims_, nullptr);
      session_ = from.session_;
      waited_ = from.waited_;
      return *this;
    }
    // Whether another call had the session before, so that much may have changed meanwhile.
    bool waited() const { return waited_; }

   private:
    void release() {
      if (claims_ == nullptr) return;
      std::exchange(claims_, nullptr)->release(session_);
    }
    SessionClaims* claims_;
    SessionId session_;
    bool waited_;
  };

  // Called once, with the claim: within claim(), or later on the thread of who lets go, which may
  // be the writer's. So it hands the work on, blocks on nothing, and does not throw.
  using Resume = std::function<void(Claim claim)>;

  // False when too many wait; then `resume` was not taken.
  bool claim(const SessionId& session, Resume resume);

  std::size_t waiting() const;

 private:
  void release(const SessionId& session);

  mutable std::mutex mutex_;
  std::map<SessionId, std::deque<Resume>> claimed_;  // with those who wait
};

}  // namespace countersign::http
