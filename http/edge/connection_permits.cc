#include "http/edge/connection_permits.h"

#include <limits>
#include <utility>

#include "core/check.h"

namespace countersign::http {
namespace {

// Slow connections keep one place in so many, of all places and of an address's, when a new
// connection needs one.
constexpr std::size_t kSlowShare = 2;

}  // namespace

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
  Held held;
  held.address = address;
  held.mailbox = mailbox;
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
  enter(&Address::idle, connection, place->second);
  return Admission::Admitted;
}

bool ConnectionPermits::make_room_for(const std::optional<AddressBlock>& address) {
  if (address && limits_.an_address > 0) {
    const auto own = addresses_.find(*address);
    if (own != addresses_.end() && own->second.open >= limits_.an_address) {
      if (!make_room_of(own)) return false;
    }
  }
  if (open_ < limits_.total) return true;
  const auto last_in = [this](const Ranks& ranks) REQUIRES_LOCK(mutex_) {
    return addresses_.find(std::get<AddressBlock>(*ranks.rbegin()));
  };
  const std::size_t most_idle = most_in(idle_ranks_);
  const std::size_t most_slow = slow_ > limits_.total / kSlowShare ? most_in(slow_ranks_) : 0;
  if (most_idle == 0 && most_slow == 0) return false;
  if (most_slow > most_idle) {
    evict_first(last_in(slow_ranks_), &Address::slow);
  } else {
    evict_first(last_in(idle_ranks_), &Address::idle);
  }
  return true;
}

// For an address at its limit.
bool ConnectionPermits::make_room_of(Addresses::iterator address) {
  const Address& own = address->second;
  if (!own.idle.empty()) {
    evict_first(address, &Address::idle);
    return true;
  }
  if (own.slow.size() <= limits_.an_address / kSlowShare) return false;
  evict_first(address, &Address::slow);
  return true;
}

void ConnectionPermits::idle(std::uint64_t connection) { report(&Address::idle, connection); }

void ConnectionPermits::slow(std::uint64_t connection) { report(&Address::slow, connection); }

void ConnectionPermits::report(Line Address::*line, std::uint64_t connection) {
  const MutexLock lock(mutex_);
  const auto place = held_.find(connection);
  if (place == held_.end()) return;
  Held& held = place->second;
  if (held.standing != Standing::Counted || !held.address) return;
  if (held.line == line && line == &Address::idle) return;
  leave_line(held);
  enter(line, connection, held);
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
  leave_line(held);
}

void ConnectionPermits::left(std::uint64_t connection) {
  const MutexLock lock(mutex_);
  const auto place = held_.find(connection);
  if (place == held_.end()) return;
  Held& held = place->second;
  switch (held.standing) {
    case Standing::Counted:
      leave_line(held);
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

std::size_t ConnectionPermits::most_in(const Ranks& ranks) {
  return ranks.empty() ? 0 : std::get<0>(*ranks.rbegin());
}

ConnectionPermits::Rank ConnectionPermits::rank_of(std::size_t holds,
                                                   const Line& line,
                                                   const AddressBlock& address) {
  return {holds, std::numeric_limits<std::uint64_t>::max() - line.front().first, address};
}

void ConnectionPermits::unrank(const Addresses::value_type& address) {
  const auto& [block, own] = address;
  if (!own.idle.empty()) idle_ranks_.erase(rank_of(own.open, own.idle, block));
  if (!own.slow.empty()) slow_ranks_.erase(rank_of(own.slow.size(), own.slow, block));
}

void ConnectionPermits::rank(const Addresses::value_type& address) {
  const auto& [block, own] = address;
  if (!own.idle.empty()) idle_ranks_.insert(rank_of(own.open, own.idle, block));
  if (!own.slow.empty()) slow_ranks_.insert(rank_of(own.slow.size(), own.slow, block));
}

// Changes an address and keeps its ranks in step.
template <class Change>
void ConnectionPermits::change(Addresses::iterator address, Change how) {
  unrank(*address);
  how(address->second);
  rank(*address);
  if (address->second.open == 0) {
    check(address->second.idle.empty() && address->second.slow.empty(),
          "an address without an open connection has no idle and no slow one");
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

void ConnectionPermits::enter(Line Address::*line, std::uint64_t connection, Held& held) {
  if (!held.address) return;
  change(addresses_.find(*held.address), [&](Address& own) REQUIRES_LOCK(mutex_) {
    (own.*line).emplace_back(++time_, connection);
    held.place = std::prev((own.*line).end());
  });
  held.line = line;
  if (line == &Address::slow) ++slow_;
}

void ConnectionPermits::leave_line(Held& held) {
  if (held.line == nullptr) return;
  change(addresses_.find(*held.address), [&](Address& own) { (own.*held.line).erase(held.place); });
  if (held.line == &Address::slow) --slow_;
  held.line = nullptr;
}

void ConnectionPermits::evict_first(Addresses::iterator address, Line Address::*line) {
  const std::uint64_t connection = (address->second.*line).front().second;
  Held& held = held_.at(connection);
  leave_line(held);
  uncount(held);
  held.standing = Standing::Evicted;
  ++evicted_;
  (void)held.mailbox->post(Evicted{connection});
}

}  // namespace countersign::http
