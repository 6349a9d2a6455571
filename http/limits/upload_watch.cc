#include "http/limits/upload_watch.h"

#include <utility>

#include "core/machine/steady_now.h"

namespace countersign::http {

UploadWatch::UploadWatch(UploadPermits& permits, const Queries& queries, const Clock& clock)
    : permits_(permits), queries_(queries), clock_(clock) {
  thread_ = std::thread([this] { run(); });
}

void UploadWatch::wake() {
  {
    const MutexLock lock(mutex_);
    if (begun_) return;
    begun_ = true;
  }
  changed_.notify_one();
}

void UploadWatch::stop() {
  if (!thread_.joinable()) return;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void UploadWatch::run() {
  RelockableMutexLock lock(mutex_);
  while (true) {
    while (!stopping_ && !begun_) changed_.wait(mutex_);
    const SteadyTime end = steady_now() + kInterval;
    while (!stopping_ && changed_.wait_until(mutex_, end)) continue;
    if (stopping_) return;
    begun_ = false;  // before look(), so that no upload that begins meanwhile is missed
    lock.unlock();
    look();
    const bool more = permits_.in_flight() > 0;
    lock.lock();
    begun_ = begun_ || more;
  }
}

void UploadWatch::look() {
  for (const UploadOwner& owner : permits_.owners()) {
    if (const auto why = ended(owner)) permits_.end(owner.session, owner.token, *why);
  }
}

// If the view cannot be read, the session counts as not ended and is checked again.
std::optional<UploadPermits::Ended> UploadWatch::ended(const UploadOwner& owner) const {
  using Ended = UploadPermits::Ended;
  const UtcTime now = clock_.now();
  if (owner.expires_at <= now) return Ended::SessionOver;
  const auto session = queries_.session(owner.session);
  if (!session) return std::nullopt;
  if (!*session || !takes_device_calls(**session, now)) return Ended::SessionOver;
  if (is_handed_off(**session, owner.token)) return Ended::HandedOff;
  return std::nullopt;
}

}  // namespace countersign::http
