#pragma once
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/machine/threads/mutex.h"
#include "http/edge/mailbox.h"
#include "http/edge/socket/address_block.h"

namespace countersign::http {

// The places of an edge's connections, shared among client addresses.
//
// A connection is idle while it has no request in flight: in its handshake, before its first head,
// between two requests, while it lingers, and while it sends a body whose sender the application
// does not know. It is idle too when its answer has waited for its reader without progress for
// EdgeSettings::reader_idle: a reader who takes nothing needs no place. And it is idle while its
// answer is delayed (Response::delay). When no place is left, or the address of a new connection is
// at its limit, the connection that has been idle longest is evicted: one of the same address if
// that address is at its limit, else one of the address that holds most. So a stranger who holds
// many connections keeps nobody else out with them, and clients behind one shared address lose only
// connections that they do not use at the moment.
//
// A connection is slow while its answer waits for its reader, who takes some of it now and then.
// Slow connections have fewer places than there are: half of all, and half of an address's. When
// there are more, a slow one makes room too: for an address at its limit one of its own, if it has
// none that is idle; else one of the address with most slow ones, if these are more than any
// address with an idle one holds. At that address, the connection closes whose reader has taken
// nothing for longest. So readers who take just enough keep nobody out either. While places are
// free, no reader loses a connection for being slow.
//
// A new connection is refused only if neither gives it a place.
//
// A connection without an address (of the admin socket, of a trusted proxy) has no limit of its own
// and is never evicted.
//
// Threading: thread-safe; the acceptor admits, the loops report. A loop learns by mail which
// connection to close. If a request has begun meanwhile, the connection stays, so the limit is
// exceeded by at most the number of evictions in the mail.
class ConnectionPermits {
 public:
  struct Limits {
    std::size_t total = 0;
    std::size_t an_address = 0;  // 0: no limit
    std::size_t refusals = 0;    // being answered 503 at one time
  };
  enum class Admission {
    Admitted,
    ToBeRefused,  // has a place among `refusals` until it is closed
    Closed        // has no place at all
  };

  explicit ConnectionPermits(const Limits& limits) : limits_(limits) {}
  ConnectionPermits(const ConnectionPermits&) = delete;
  ConnectionPermits& operator=(const ConnectionPermits&) = delete;

  // Returns a number that was never given out before.
  std::uint64_t next_number();

  // Admits a connection, idle at first. `mailbox` belongs to the loop that will serve it. `always`
  // admits it in any case, as for an operator.
  Admission admit(std::uint64_t connection,
                  const std::optional<AddressBlock>& address,
                  const std::shared_ptr<Mailbox>& mailbox,
                  bool always);

  // Reports on a connection. An unknown connection and a repeated idle() or busy() are ignored. A
  // repeated slow() says that the reader has taken something since.
  void idle(std::uint64_t connection);
  void busy(std::uint64_t connection);
  void slow(std::uint64_t connection);
  void left(std::uint64_t connection);

  std::size_t open() const;
  // The number of connections chosen to make room for others, including those that then stayed
  // because a request had begun.
  std::uint64_t evicted() const;

 private:
  enum class Standing { Counted, Refused, Evicted };
  using Line = std::list<std::pair<std::uint64_t, std::uint64_t>>;  // since, connection
  struct Address;
  struct Held {
    std::optional<AddressBlock> address;
    std::shared_ptr<Mailbox> mailbox;
    Standing standing = Standing::Counted;
    Line Address::*line = nullptr;  // in which it stands; null: busy
    Line::iterator place{};
  };
  struct Address {
    std::size_t open = 0;
    // The one that came first is first.
    Line idle{};
    Line slow{};
  };
  using Addresses = std::map<AddressBlock, Address>;
  // Orders the addresses that have a connection in a line: the last one holds most, and among
  // equals has the one that came first.
  using Rank = std::tuple<std::size_t, std::uint64_t, AddressBlock>;
  using Ranks = std::set<Rank>;

  static std::size_t most_in(const Ranks& ranks);
  static Rank rank_of(std::size_t holds, const Line& line, const AddressBlock& address);
  template <class Change>
  void change(Addresses::iterator address, Change how) REQUIRES_LOCK(mutex_);
  void unrank(const Addresses::value_type& address) REQUIRES_LOCK(mutex_);
  void rank(const Addresses::value_type& address) REQUIRES_LOCK(mutex_);
  void count(Held& held) REQUIRES_LOCK(mutex_);
  void uncount(Held& held) REQUIRES_LOCK(mutex_);
  void enter(Line Address::*line, std::uint64_t connection, Held& held) REQUIRES_LOCK(mutex_);
  void leave_line(Held& held) REQUIRES_LOCK(mutex_);
  void report(Line Address::*line, std::uint64_t connection);
  void evict_first(Addresses::iterator address, Line Address::*line) REQUIRES_LOCK(mutex_);
  bool make_room_of(Addresses::iterator address) REQUIRES_LOCK(mutex_);
  bool make_room_for(const std::optional<AddressBlock>& address) REQUIRES_LOCK(mutex_);

  const Limits limits_;
  mutable Mutex mutex_;
  std::uint64_t last_number_ GUARDED_BY(mutex_) = 0;
  std::uint64_t time_ GUARDED_BY(mutex_) = 0;  // counts reports
  std::size_t open_ GUARDED_BY(mutex_) = 0;
  std::size_t slow_ GUARDED_BY(mutex_) = 0;
  std::size_t being_refused_ GUARDED_BY(mutex_) = 0;
  std::uint64_t evicted_ GUARDED_BY(mutex_) = 0;
  std::unordered_map<std::uint64_t, Held> held_ GUARDED_BY(mutex_);
  Addresses addresses_ GUARDED_BY(mutex_);
  Ranks idle_ranks_ GUARDED_BY(mutex_);  // by the open connections
  Ranks slow_ranks_ GUARDED_BY(mutex_);  // by the slow ones
};

}  // namespace countersign::http
