#pragma once
#include <optional>

#include "core/client/client.h"
#include "core/ids.h"
#include "core/result.h"
#include "events/event_log.h"
#include "events/store_error.h"

namespace countersign {

// What authentication looks up. Each lookup does the same work whether or not there is a record,
// so that the time of an answer does not tell which it was: it seeks, which reads as much for an
// absent key as for a present one, decodes the record that it comes to, which for an absent key is
// another one, and then asks for one key that is absent. (A plain read of an absent key is faster
// than one of a present key, because of RocksDB's Bloom filters, and decodes nothing.) A seek for a
// client reads a copy in memory (events/rocks/held_space.h), one for a session the database.
//
// What remains are differences between records, of their size and place in memory, which are those
// between any two records. bench/timing_bench.cc measures them.
//
// Thread-safe; keeps a reference to `log`. A record that cannot be read is an error, never a
// missing one.
class CallerLookup {
 public:
  explicit CallerLookup(const EventLog& log) : log_(log) {}

  // When there is none, a client that is not registered and none of whose secrets is anybody's; the
  // rest of it is to be ignored. REQUIRES of the caller: to look at `registered`.
  Result<Client, StoreError> client(const ClientKey& key) const;
  // Whose session it is.
  Result<std::optional<ClientKey>, StoreError> owner(const SessionId& session) const;

 private:
  const EventLog& log_;
};

}  // namespace countersign
