#include "http/limits/upload_permits.h"

#include <utility>

#include "core/check.h"

namespace countersign::http {

// A permit of a session that no Permit has taken over yet: given back unless one does, also when
// there is no memory to make one.
class UploadPermits::Entered {
 public:
  Entered(UploadPermits& permits, const SessionId& session)
      : permits_(&permits), session_(session) {}
  ~Entered() {
    if (permits_ != nullptr) permits_->leave_session(session_);
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

  void taken_over() { permits_ = nullptr; }

 private:
  UploadPermits* permits_;
  const SessionId& session_;
};

// ---- Permit ------------------------------------------------------------------

UploadPermits::Permit::Permit(UploadPermits& permits,
                              UploadOwner owner,
                              FairShares::Share share,
                              std::optional<FairShares::Share> bytes,
                              std::optional<FreeSpace::Reservation> reserved)
    : permits_(permits),
      owner_(std::move(owner)),
      share_(std::move(share)),
      bytes_(std::move(bytes)),
      reserved_(std::move(reserved)) {}

void UploadPermits::Permit::when_session_ends(End end) {
  const std::lock_guard lock(mutex_);
  if (!released_) end_ = std::move(end);
}

std::optional<FairShares::Share> UploadPermits::Permit::open_file() {
  return permits_.files_.take(owner_.client);
}

void UploadPermits::Permit::written(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (reserved_) reserved_->written(bytes);
}

void UploadPermits::Permit::release() {
  End end;  // destroyed after the lock: it may own the last reference to this
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(released_, true)) return;
    end = std::exchange(end_, nullptr);
    reserved_.reset();
    bytes_.reset();
    share_.reset();
  }
  permits_.leave_session(owner_.session);
}

// ---- UploadPermits -----------------------------------------------------------

UploadPermits::UploadPermits(Vault& vault, const Limits& limits)
    : vault_(vault), limits_(limits), uploads_(limits.uploads), files_(limits.open_files) {
  check(limits.uploads > 0 && limits.a_session > 0 && limits.open_files > 0,
        "the limits of uploads, of uploads of a session and of open files are above 0");
}

Result<UploadPermits::PermitPtr, UploadPermits::Refused> UploadPermits::enter(
    const UploadOwner& owner, std::uint64_t disk_bytes) {
  if (!enter_session(owner)) return Refused::SessionFull;
  Entered entered(*this, owner.session);
  auto share = uploads_.take(owner.client);
  if (!share) return Refused::Busy;
  std::optional<FairShares::Share> bytes;
  std::optional<FreeSpace::Reservation> reserved;
  if (disk_bytes > 0) {
    const std::lock_guard lock(disk_mutex_);
    bytes = bytes_.take_of(vault_.room_bytes(), owner.client, disk_bytes);
    if (bytes) reserved = vault_.reserve(disk_bytes);
    if (!reserved) return Refused::NoRoom;
  }
  auto permit = std::make_shared<Permit>(
      *this, owner, *std::move(share), std::move(bytes), std::move(reserved));
  entered.taken_over();
  const std::lock_guard lock(mutex_);
  std::vector<std::weak_ptr<Permit>>& permits = sessions_.at(owner.session).permits;
  std::erase_if(permits, [](const std::weak_ptr<Permit>& other) { return other.expired(); });
  permits.push_back(permit);
  return permit;
}

bool UploadPermits::enter_session(const UploadOwner& owner) {
  const std::lock_guard lock(mutex_);
  const auto entry = sessions_.try_emplace(owner.session, Session{owner, {}, 0}).first;
  if (entry->second.count >= limits_.a_session) return false;
  ++entry->second.count;
  return true;
}

void UploadPermits::leave_session(const SessionId& session) {
  const std::lock_guard lock(mutex_);
  const auto entry = sessions_.find(session);
  check(entry != sessions_.end() && entry->second.count > 0,
        "a session that an upload leaves has an upload in flight");
  if (--entry->second.count == 0) sessions_.erase(entry);
}

std::vector<UploadOwner> UploadPermits::owners() const {
  const std::lock_guard lock(mutex_);
  std::vector<UploadOwner> owners;
  owners.reserve(sessions_.size());
  for (const auto& [id, session] : sessions_) owners.push_back(session.owner);
  return owners;
}

void UploadPermits::end(const SessionId& session) {
  std::vector<PermitPtr> permits;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = sessions_.find(session);
    if (entry == sessions_.end()) return;
    for (const std::weak_ptr<Permit>& weak : entry->second.permits) {
      if (auto permit = weak.lock()) permits.push_back(std::move(permit));
    }
  }
  for (const PermitPtr& permit : permits) {
    Permit::End end;
    {
      const std::lock_guard lock(permit->mutex_);
      end = std::exchange(permit->end_, nullptr);
    }
    if (end) end();
  }
}

}  // namespace countersign::http
