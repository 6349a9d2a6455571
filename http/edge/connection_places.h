#pragma once
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

#include "http/edge/mailbox.h"
#include "http/edge/socket/address_block.h"

namespace countersign::http {

// The places of the connections of an edge, shared among the addresses that ask for them.
//
// A connection is idle while it has no request in flight: in its handshake, before its
// first head, between two requests, while it lingers; and while it sends a body before the
// application knows who the sender is. When no place is left, or the address has its share, the
// connection that has been idle longest makes room: one of the same address when the address is at
// its limit, else one of the address that holds most. Only when nobody is idle a newcomer is
// refused. So a stranger who holds many connections keeps nobody else out with them, and clients
// behind one shared address lose what they do not use at the moment and no more.
//
// A connection of no address (the admin socket's, a trusted proxy's) has no limit of its
// own and is never taken from its owner.
//
// Threading: thread-safe; the acceptor admits, the loops report. A loop learns by
// mail which connection is to end; if a request has begun meanwhile the
// connection stays, so the limit is exceeded by what is in the mail at most.
class ConnectionPlaces {
 public:
  struct Limits {
    std::size_t total = 0;
    std::size_t an_address = 0;  // 0: no limit
    std::size_t refusals = 0;    // told at one time that there are too many
  };
  enum class Admission {
    Admitted,
    ToBeRefused,  // has a place until it was told
    Closed        // has none
  };

  explicit ConnectionPlaces(const Limits& limits) : limits_(limits) {}
  ConnectionPlaces(const ConnectionPlaces&) = delete;
  ConnectionPlaces& operator=(const ConnectionPlaces&) = delete;

  // A number that was never given out before.
  std::uint64_t next_number();

  // Idle at first. `mailbox` is that of the loop that will serve the connection.
  // `always`: admitted in any case, as an operator is.
  Admission admit(std::uint64_t connection,
                  const std::optional<AddressBlock>& address,
                  const std::shared_ptr<Mailbox>& mailbox,
                  bool always);

  // Of admitted connections and others; a report that says nothing new does nothing.
  void idle(std::uint64_t connection);
  void busy(std::uint64_t connection);
  void left(std::uint64_t connection);

  std::size_t open() const;
  // How many were closed to make room for others.
  std::uint64_t evicted() const;

 private:
  enum class Standing { Counted, Refused, Evicted };
  using Idle = std::list<std::pair<std::uint64_t, std::uint64_t>>;  // since, connection
  struct Held {
    std::optional<AddressBlock> address;
    std::shared_ptr<Mailbox> mailbox;
    Standing standing = Standing::Counted;
    std::optional<Idle::iterator> idle;
  };
  struct Address {
    std::size_t open = 0;
    Idle idle;  // the longest first
  };
  using Addresses = std::map<AddressBlock, Address>;
  // Of addresses with an idle connection: the last is the one that holds most, among equals
  // the one with the longest idle.
  using Rank = std::tuple<std::size_t, std::uint64_t, AddressBlock>;

  static Rank rank_of(const Addresses::value_type& address);
  template <class Change>
  void change(Addresses::iterator address, Change how);
  void count(Held& held);
  void uncount(Held& held);
  void make_idle(std::uint64_t connection, Held& held);
  void make_busy(Held& held);
  void evict_longest_idle(Addresses::iterator address);
  bool make_room_for(const std::optional<AddressBlock>& address);

  const Limits limits_;
  mutable std::mutex mutex_;
  std::uint64_t last_number_ = 0;
  std::uint64_t time_ = 0;  // counts reports of idleness
  std::size_t open_ = 0;
  std::size_t being_refused_ = 0;
  std::uint64_t evicted_ = 0;
  std::unordered_map<std::uint64_t, Held> held_;
  Addresses addresses_;
  std::set<Rank> ranks_;
};

}  // namespace countersign::http
