#include "http/review/sessions/review_sessions.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"

namespace countersign::http {
namespace {

constexpr std::size_t kSessionTokenBytes = 32;
constexpr std::size_t kSessionIdBytes = 16;

template <std::size_t kBytes>
std::string random_base64url(RandomSource& random) {
  std::array<std::uint8_t, kBytes> bytes{};
  random.fill(bytes);
  return to_base64url(ByteView(bytes));
}

}  // namespace

ReviewSessions::ReviewSessions(RandomSource& random, const Clock& clock, SteadyNow now)
    : random_(random), clock_(clock), now_(std::move(now)) {}

ReviewSessions::Begun ReviewSessions::begin(const ReviewerId& reviewer,
                                            std::string passkey,
                                            const Digest& page) {
  Begun begun{random_base64url<kSessionTokenBytes>(random_),
              random_base64url<kSessionIdBytes>(random_)};
  const UtcTime at = clock_.now();
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  std::erase_if(sessions_, [&](const auto& entry) { return has_ended(entry.second, now); });
  make_room(reviewer);
  sessions_.insert_or_assign(
      sha256(begun.token), Kept{{begun.id, reviewer, std::move(passkey), at, at}, now, now, page});
  return begun;
}

std::string ReviewSessions::wait_for_page(const ReviewerId& reviewer, const Digest& page) {
  std::string ticket = random_base64url<kSessionTokenBytes>(random_);
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  forget_waiting(now);
  waiting_.insert_or_assign(sha256(ticket), Waiting{reviewer, page, now});
  return ticket;
}

std::optional<ReviewerId> ReviewSessions::take_waiting(std::string_view ticket,
                                                       const Digest& page) {
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  const auto found = waiting_.find(sha256(ticket));
  if (found == waiting_.end()) return std::nullopt;
  const Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  if (waiting.page != page || now - waiting.since >= kWaits) return std::nullopt;
  return waiting.reviewer;
}

std::optional<ReviewSession> ReviewSessions::find(std::string_view token,
                                                  const std::optional<Digest>& page,
                                                  bool of_a_person) {
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  const auto found = sessions_.find(sha256(token));
  if (found == sessions_.end()) return std::nullopt;
  Kept& kept = found->second;
  if (has_ended(kept, now)) {
    sessions_.erase(found);
    return std::nullopt;
  }
  if (page != kept.page) return std::nullopt;
  if (!of_a_person) return kept.session;
  kept.seen = now;
  kept.session.last_seen_at = clock_.now();
  return kept.session;
}

std::vector<ReviewSession> ReviewSessions::of(const ReviewerId& reviewer) {
  const SteadyTime now = now_();
  std::vector<ReviewSession> all;
  const MutexLock lock(mutex_);
  for (const auto& [token, kept] : sessions_) {
    if (kept.session.reviewer == reviewer && !has_ended(kept, now)) all.push_back(kept.session);
  }
  std::ranges::sort(all, {}, [](const ReviewSession& session) {
    return std::pair(session.started_at, session.id);
  });
  return all;
}

bool ReviewSessions::end(const ReviewerId& reviewer, std::string_view id) {
  const MutexLock lock(mutex_);
  return std::erase_if(sessions_, [&](const auto& entry) {
           const ReviewSession& session = entry.second.session;
           return session.reviewer == reviewer && session.id == id;
         }) > 0;
}

void ReviewSessions::end_all(const ReviewerId& reviewer) {
  const MutexLock lock(mutex_);
  std::erase_if(sessions_,
                [&](const auto& entry) { return entry.second.session.reviewer == reviewer; });
  std::erase_if(waiting_, [&](const auto& entry) { return entry.second.reviewer == reviewer; });
}

void ReviewSessions::end_of_token(std::string_view token) {
  const MutexLock lock(mutex_);
  sessions_.erase(sha256(token));
}

bool ReviewSessions::has_ended(const Kept& kept, SteadyTime now) const {
  return now - kept.seen >= kIdle || now - kept.begun >= kLongest;
}

void ReviewSessions::make_room(const ReviewerId& reviewer) {
  const auto is_own = [&](const auto& entry) { return entry.second.session.reviewer == reviewer; };
  const bool too_many_own =
      static_cast<std::size_t>(std::ranges::count_if(sessions_, is_own)) >= kOfOneReviewer;
  if (!too_many_own && sessions_.size() < kAll) return;
  auto least = sessions_.end();
  for (auto each = sessions_.begin(); each != sessions_.end(); ++each) {
    if (too_many_own && !is_own(*each)) continue;
    if (least == sessions_.end() || each->second.seen < least->second.seen) least = each;
  }
  sessions_.erase(least);
}

void ReviewSessions::forget_waiting(SteadyTime now) {
  std::erase_if(waiting_, [&](const auto& entry) { return now - entry.second.since >= kWaits; });
  if (waiting_.size() < kWaiting) return;
  waiting_.erase(
      std::ranges::min_element(waiting_, {}, [](const auto& entry) { return entry.second.since; }));
}

}  // namespace countersign::http
