#include "http/limits/upload_permits.h"

#include <utility>

#include "core/check.h"

namespace countersign::http {

// ---- Permit ------------------------------------------------------------------

UploadPermits::Permit::Permit(UploadPermits& permits, UploadOwner owner, Taken taken)
    : permits_(permits), owner_(std::move(owner)), taken_(std::move(taken)) {}

void UploadPermits::Permit::when_session_ends(End end) {
  const MutexLock lock(mutex_);
  if (taken_) end_ = std::move(end);
}

std::optional<FairShares::Share> UploadPermits::Permit::open_file() {
  return permits_.files_.take(owner_.client);
}

void UploadPermits::Permit::written(std::uint64_t bytes) {
  const MutexLock lock(mutex_);
  if (taken_ && taken_->reserved) taken_->reserved->written(bytes);
}

void UploadPermits::Permit::release() {
  End end;  // destroyed after the lock: it may own the last reference to this
  std::optional<Taken> taken;
  const MutexLock lock(mutex_);
  end = std::exchange(end_, nullptr);
  taken = std::exchange(taken_, std::nullopt);
}

// ---- UploadPermits -----------------------------------------------------------

UploadPermits::UploadPermits(Vault& vault, const Limits& limits)
    : vault_(vault), limits_(limits), uploads_(limits.uploads), files_(limits.open_files) {
  check(limits.uploads > 0 && limits.a_session > 0 && limits.open_files > 0,
        "the limits of uploads, of uploads of a session and of open files are above 0");
}

Result<UploadPermits::PermitPtr, UploadPermits::Refused> UploadPermits::enter(
    const UploadOwner& owner, std::uint64_t disk_bytes) {
  auto place = enter_session(owner);
  if (!place) return Refused::SessionFull;
  auto share = uploads_.take(owner.client);
  if (!share) return Refused::Busy;
  std::optional<FairShares::Share> bytes;
  std::optional<FreeSpace::Reservation> reserved;
  if (disk_bytes > 0) {
    const MutexLock lock(disk_mutex_);
    bytes = bytes_.take_of(vault_.room_bytes(), owner.client, disk_bytes);
    if (bytes) reserved = vault_.reserve(disk_bytes);
    if (!reserved) return Refused::NoRoom;
  }
  auto permit = std::make_shared<Permit>(
      *this,
      owner,
      Taken{*std::move(place), *std::move(share), std::move(bytes), std::move(reserved)});
  const MutexLock lock(mutex_);
  std::vector<std::weak_ptr<Permit>>& permits = sessions_.at(owner.session).permits;
  std::erase_if(permits, [](const std::weak_ptr<Permit>& other) { return other.expired(); });
  permits.push_back(permit);
  return permit;
}

std::optional<UploadPermits::Place> UploadPermits::enter_session(const UploadOwner& owner) {
  const MutexLock lock(mutex_);
  const auto entry = sessions_.try_emplace(owner.session, Session{}).first;
  if (entry->second.count >= limits_.a_session) return std::nullopt;
  ++entry->second.count;
  return Place(*this, owner.session);
}

void UploadPermits::give_back(const SessionId& session) {
  const MutexLock lock(mutex_);
  const auto entry = sessions_.find(session);
  check(entry != sessions_.end() && entry->second.count > 0,
        "a session that an upload leaves has an upload in flight");
  if (--entry->second.count == 0) sessions_.erase(entry);
}

std::vector<UploadOwner> UploadPermits::owners() const {
  std::vector<PermitPtr> permits;  // released without the lock, which a release takes
  {
    const MutexLock lock(mutex_);
    for (const auto& [id, session] : sessions_) {
      for (const std::weak_ptr<Permit>& weak : session.permits) {
        if (auto permit = weak.lock()) permits.push_back(std::move(permit));
      }
    }
  }
  std::vector<UploadOwner> owners;
  owners.reserve(permits.size());
  for (const PermitPtr& permit : permits) owners.push_back(permit->owner_);
  return owners;
}

void UploadPermits::end(const SessionId& session, const TokenHash& token, Ended why) {
  std::vector<PermitPtr> permits;
  {
    const MutexLock lock(mutex_);
    const auto entry = sessions_.find(session);
    if (entry == sessions_.end()) return;
    for (const std::weak_ptr<Permit>& weak : entry->second.permits) {
      auto permit = weak.lock();
      if (permit && permit->owner_.token == token) permits.push_back(std::move(permit));
    }
  }
  for (const PermitPtr& permit : permits) {
    Permit::End end;
    {
      const MutexLock lock(permit->mutex_);
      end = std::exchange(permit->end_, nullptr);
    }
    if (end) end(why);
  }
}

}  // namespace countersign::http
