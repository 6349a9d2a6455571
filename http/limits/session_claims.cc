#include "http/limits/session_claims.h"

#include "core/check.h"

namespace countersign::http {

bool SessionClaims::claim(const SessionId& session, Resume resume) {
  {
    const MutexLock lock(mutex_);
    const auto [entry, is_free] = claimed_.try_emplace(session);
    if (!is_free) {
      if (entry->second.size() >= kWaitingMax) return false;
      entry->second.push_back(std::move(resume));
      return true;
    }
  }
  resume(Claim(*this, {session, false}));
  return true;
}

// Passes the session directly to the next waiting call, so that a later call cannot get in before
// it.
void SessionClaims::give_back(const Turn& turn) {
  Resume next;
  {
    const MutexLock lock(mutex_);
    const auto entry = claimed_.find(turn.session);
    check(entry != claimed_.end(), "a session that is released is claimed");
    if (entry->second.empty()) {
      claimed_.erase(entry);
      return;
    }
    next = std::move(entry->second.front());
    entry->second.pop_front();
  }
  next(Claim(*this, {turn.session, true}));
}

std::size_t SessionClaims::waiting() const {
  const MutexLock lock(mutex_);
  std::size_t count = 0;
  for (const auto& [session, resumes] : claimed_) count += resumes.size();
  return count;
}

}  // namespace countersign::http
