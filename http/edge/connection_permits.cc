#include "http/edge/connection_permits.h"

#include <limits>
#include <utility>

#include "core/check.h"

namespace countersign::http {

std::uint64_t ConnectionPermits::next_number() {
  const MutexLock lock(mutex_);
  return ++last_number_;
}

std::size_t ConnectionPermits::open() const {
  const MutexLock lock(mutex_);
  return open_;
}

std::uint64_t ConnectionPermits::evicted() const {
  const MutexLock lock(mutex_);
  return evicted_;
}

ConnectionPermits::Admission ConnectionPermits::admit(std::uint64_t connection,
                                                      const std::optional<AddressBlock>& address,
                                                      const std::shared_ptr<Mailbox>& mailbox,
                                                      bool always) {
  const MutexLock lock(mutex_);
  Held held{.address = address, .mailbox = mailbox, .standing = Standing::Counted, .idle = {}};
  if (!always && !make_room_for(address)) {
    if (being_refused_ >= limits_.refusals) return Admission::Closed;
    ++being_refused_;
    held.standing = Standing::Refused;
    held_.emplace(connection, std::move(held));
    return Admission::ToBeRefused;
  }
  count(held);
  const auto [place, fresh] = held_.emplace(connection, std::move(held));
  check(fresh, "a connection is admitted at most once");
  make_idle(connection, place->second);
  return Admission::Admitted;
}

bool ConnectionPermits::make_room_for(const std::optional<AddressBlock>& address) {
  if (address && limits_.an_address > 0) {
    const auto own = addresses_.find(*address);
    if (own != addresses_.end() && own->second.open >= limits_.an_address) {
      if (own->second.idle.empty()) return false;
      evict_longest_idle(own);
    }
  }
  if (open_ < limits_.total) return true;
  if (ranks_.empty()) return false;
  evict_longest_idle(addresses_.find(std::get<AddressBlock>(*ranks_.rbegin())));
  return true;
}

void ConnectionPermits::idle(std::uint64_t connection) {
  const MutexLock lock(mutex_);
  const auto place = held_.find(connection);
  if (place != held_.end() && place->second.standing == Standing::Counted) {
    make_idle(connection, place->second);
  }
}

void ConnectionPermits::busy(std::uint64_t connection) {
  const MutexLock lock(mutex_);
  const auto place = held_.find(connection);
  if (place == held_.end() || place->second.standing == Standing::Refused) return;
  Held& held = place->second;
  if (held.standing == Standing::Evicted) {
    held.standing = Standing::Counted;  // its request came before the mail that evicts it
    count(held);
    return;
  }
  make_busy(held);
}

void ConnectionPermits::left(std::uint64_t connection) {
  const MutexLock lock(mutex_);
  const auto place = held_.find(connection);
  if (place == held_.end()) return;
  Held& held = place->second;
  switch (held.standing) {
    case Standing::Counted:
      make_busy(held);
      uncount(held);
      break;
    case Standing::Refused:
      --being_refused_;
      break;
    case Standing::Evicted:
      break;
  }
  held_.erase(place);
}

ConnectionPermits::Rank ConnectionPermits::rank_of(const Addresses::value_type& address) {
  const std::uint64_t since = address.second.idle.front().first;
  return {address.second.open, std::numeric_limits<std::uint64_t>::max() - since, address.first};
}

// Changes an address and keeps its rank in step.
template <class Change>
void ConnectionPermits::change(Addresses::iterator address, Change how) {
  if (!address->second.idle.empty()) ranks_.erase(rank_of(*address));
  how(address->second);
  if (!address->second.idle.empty()) ranks_.insert(rank_of(*address));
  if (address->second.open == 0) {
    check(address->second.idle.empty(),
          "an address without an open connection has no idle connection");
    addresses_.erase(address);
  }
}

void ConnectionPermits::count(Held& held) {
  ++open_;
  if (held.address) {
    change(addresses_.try_emplace(*held.address).first, [](Address& own) { ++own.open; });
  }
}

void ConnectionPermits::uncount(Held& held) {
  --open_;
  if (held.address) {
    change(addresses_.find(*held.address), [](Address& own) { --own.open; });
  }
}

void ConnectionPermits::make_idle(std::uint64_t connection, Held& held) {
  if (!held.address || held.idle) return;
  change(addresses_.find(*held.address), [&](Address& own) REQUIRES_LOCK(mutex_) {
    own.idle.emplace_back(++time_, connection);
    held.idle = std::prev(own.idle.end());
  });
}

void ConnectionPermits::make_busy(Held& held) {
  if (!held.idle) return;
  change(addresses_.find(*held.address), [&](Address& own) { own.idle.erase(*held.idle); });
  held.idle.reset();
}

void ConnectionPermits::evict_longest_idle(Addresses::iterator address) {
  const std::uint64_t connection = address->second.idle.front().second;
  Held& held = held_.at(connection);
  make_busy(held);
  uncount(held);
  held.standing = Standing::Evicted;
  ++evicted_;
  (void)held.mailbox->post(Evicted{connection});
}

}  // namespace countersign::http
