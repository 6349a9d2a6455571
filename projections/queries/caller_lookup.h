#pragma once
#include <optional>

#include "core/client/client.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/session/session.h"
#include "events/store_error.h"
#include "events/view.h"

namespace countersign {

// The lookups of authentication. Each lookup does the same work whether or not the record exists,
// so that the response time does not reveal which: it seeks, which reads as much for an absent key
// as for a present one; it decodes the record found, which for an absent key is another record;
// then it reads a key that is absent. (A plain read of an absent key is faster than one of a
// present key, because of RocksDB's Bloom filters, and decodes nothing.) A seek for a client reads
// a copy in memory (events/rocks/held_space.h), a seek for a session reads the database.
//
// The remaining differences come from the size of a record, its place in memory and whether the
// processor has read it lately, as between any two records. bench/timing_bench.cc measures them.
//
// Thread-safe; keeps a reference to `views`. A record that cannot be read is an error, never
// reported as missing.
class CallerLookup {
 public:
  explicit CallerLookup(const Views& views) : views_(views) {}

  // For an unknown key, returns a client that is not registered and whose secrets match nothing;
  // its other fields are meaningless. REQUIRES of the caller: check `registered`.
  Result<Client, StoreError> client(const ClientKey& key) const;
  // The client that owns the session; empty if there is no such session.
  Result<std::optional<ClientKey>, StoreError> owner(const SessionId& session) const;
  // The session; empty if there is no such session.
  Result<std::optional<Session>, StoreError> session(const SessionId& id) const;

 private:
  const Views& views_;
};

}  // namespace countersign
