#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/stream/evolve.h"
#include "events/record/codec.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::bench {

// A log of small events, as a server would write them and an audit accepts them: a thousand clients
// whose secrets are rotated, so that the events of each stream lie all over the log. The memory
// does not grow with the log. A number always gives the same log.
class TinyLog {
 public:
  static constexpr std::size_t kClients = 1000;

  TinyLog() : clients_(kClients) {}

  // Continues a log after its first `events` events. Makes these again, in memory.
  void skip(std::uint64_t events) {
    for (std::uint64_t i = 0; i < events; ++i) (void)next();
  }

  StoredEvent next() {
    const std::uint64_t n = ++sequence_;
    const std::size_t which = n <= kClients ? n - 1 : random_() % kClients;
    Client& client = clients_[which];
    RecordedEvent recorded;
    recorded.sequence = Sequence(n);
    recorded.stream = stream_of(client_key(std::to_string(which)));
    recorded.version = StreamVersion(client.version + 1);
    recorded.previous = client.last_leaf;
    recorded.at = UtcTime(kStart.value() + static_cast<std::int64_t>(n) * kSpacingUs);
    recorded.actor = {ActorKind::Operator, "uid:0"};
    recorded.request = RequestId("r");
    recorded.event = event_for(client, recorded.at);
    StoredEvent stored = encode_stored(std::move(recorded));
    evolve(client, stored.recorded, stored.leaf);
    return stored;
  }

 private:
  static constexpr std::int64_t kSpacingUs = 1000;

  SecretHash some_secret() {
    Digest bytes{};
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_());
    return SecretHash(bytes);
  }

  Event event_for(const Client& client, UtcTime at) {
    ClientCommand command = AddSecret{at, some_secret()};
    if (!client.registered) {
      command = RegisterClient{at, "Name", every_purpose(), some_secret()};
    } else if (client.secrets.size() > 1) {
      command = RevokeSecret{at, client.secrets.front().secret_id};
    }
    auto decision = decide(client, command);
    check(decision && decision->size() == 1, "a client's secrets are rotated by one event each");
    return std::move(any_stream(*std::move(decision)).front());
  }

  std::mt19937_64 random_{1};
  std::uint64_t sequence_ = 0;
  std::vector<Client> clients_;
};

}  // namespace countersign::bench
