#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/edge/application.h"
#include "http/edge/connection_places.h"
#include "http/edge/edge.h"
#include "http/edge/loop_counters.h"
#include "http/edge/mailbox.h"
#include "http/edge/socket/address_block.h"

namespace countersign::http {

using LoopClock = std::chrono::steady_clock;

// What a connection may use of its loop. Lives as long as the loop; used on the
// loop's thread only.
class ConnectionHost {
 public:
  ConnectionHost(const EdgeSettings& edge_settings,
                 Application& served,
                 ConnectionPlaces& shared_places)
      : settings(edge_settings), application(served), places(shared_places) {}
  ConnectionHost(const ConnectionHost&) = delete;
  ConnectionHost& operator=(const ConnectionHost&) = delete;

  // Tells the reactor for what to wake `connection`; false: it cannot.
  virtual bool watch(int fd, std::uint64_t connection, bool first, bool read, bool write) = 0;
  // What a client can ask of the loop's thread without waiting for any answer has to wait for a
  // turn. The loop gives one of each kind between two looks at what is ready, and the addresses
  // take turns.
  enum class Turn : std::uint8_t {
    Next,   // a step of a TLS handshake, or what is in TLS's buffer when a turn is over
    Paced,  // a request that is pipelined: all of them get a tenth of the loop's time
  };
  // Calls take_turn() of the connection when it is its turn.
  virtual void await_turn(Turn turn,
                          std::uint64_t connection,
                          const std::optional<AddressBlock>& address) = 0;
  // The connection is closed and will be destroyed when nothing runs in it.
  virtual void retire(std::uint64_t connection) = 0;
  // The IMF-fixdate of this second.
  virtual std::string_view date() = 0;

  const EdgeSettings& settings;
  Application& application;
  ConnectionPlaces& places;  // of all loops; thread-safe
  const std::shared_ptr<Mailbox> mailbox = std::make_shared<Mailbox>();
  LoopCounters counters;
  LoopClock::time_point now = LoopClock::now();  // of this turn of the loop
  bool draining = false;

  // Shared by the connections of the loop, in use only within one step of one.
  std::vector<char> read_buffer = std::vector<char>(64 * 1024);
  std::string head_buffer;

 protected:
  ~ConnectionHost() = default;
};

}  // namespace countersign::http
