#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/edge/application.h"
#include "http/edge/connection_permits.h"
#include "http/edge/edge_settings.h"
#include "http/edge/linger_places.h"
#include "http/edge/loop_counters.h"
#include "http/edge/mailbox.h"
#include "http/edge/socket/address_block.h"

namespace countersign::http {

using LoopClock = std::chrono::steady_clock;

// The part of a loop that its connections use. Lives as long as the loop. Used only on the loop's
// thread.
class ConnectionHost {
 public:
  ConnectionHost(const EdgeSettings& edge_settings,
                 Application& served,
                 ConnectionPermits& shared_places)
      : settings(edge_settings),
        application(served),
        places(shared_places),
        lingering(edge_settings.linger_places) {}
  ConnectionHost(const ConnectionHost&) = delete;
  ConnectionHost& operator=(const ConnectionHost&) = delete;

  // Sets for which events the reactor wakes `connection`. `first`: registers `fd`. Returns false if
  // the reactor cannot.
  virtual bool watch(int fd, std::uint64_t connection, bool first, bool read, bool write) = 0;
  // Work that a client can cause on the loop's thread without waiting for an answer has to wait for
  // a turn. Between two calls of the reactor the loop gives one turn of each kind; the addresses
  // take turns.
  enum class Turn : std::uint8_t {
    Next,   // a step of a TLS handshake, or bytes left in TLS's buffer at the end of a turn
    Paced,  // a pipelined request: all of these together get a tenth of the loop's time
  };
  // Queues the connection for a turn; the loop then calls its take_turn().
  virtual void await_turn(Turn turn,
                          std::uint64_t connection,
                          const std::optional<AddressBlock>& address) = 0;
  // Reports that the connection is closed. The loop destroys it when none of its steps is running.
  virtual void retire(std::uint64_t connection) = 0;
  // Returns the current second as an IMF-fixdate.
  virtual std::string_view date() = 0;

  const EdgeSettings& settings;
  Application& application;
  ConnectionPermits& places;  // shared by all loops; thread-safe
  LingerPlaces lingering;
  const std::shared_ptr<Mailbox> mailbox = std::make_shared<Mailbox>();
  LoopCounters counters;
  LoopClock::time_point now = LoopClock::now();  // the start of this turn of the loop
  bool draining = false;

  // Buffers shared by the connections of the loop; each is in use only within one step of one of
  // them.
  std::vector<char> read_buffer = std::vector<char>(64 * 1024);
  std::string head_buffer;

 protected:
  ~ConnectionHost() = default;
};

}  // namespace countersign::http
