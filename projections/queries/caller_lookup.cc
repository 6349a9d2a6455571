#include "projections/queries/caller_lookup.h"

#include <string>
#include <string_view>
#include <utility>

#include "projections/fold/record_bytes.h"
#include "projections/views/clients.h"
#include "projections/views/session/sessions.h"

namespace countersign {
namespace {

struct SoughtRecord {
  bool is_asked_for = false;
  std::string bytes;  // of the record asked for, else of the next record, else empty
};

Result<SoughtRecord, StoreError> seek(const Views& views, ViewSpace space, const std::string& key) {
  auto found = views.seek(space, key);
  if (!found) return found.error();
  SoughtRecord entry;
  if (*found) {
    entry.is_asked_for = (*found)->key == key;
    entry.bytes = std::move((*found)->value);
  }
  // A seek that meets damage may end as if there were no record, but a read does not, so a read
  // confirms an absence. For a present key an absent key is read instead, at the same cost.
  auto read = views.get(space, entry.is_asked_for ? key + '\0' : key);
  if (!read) return read.error();
  if (!entry.is_asked_for && *read) return SoughtRecord{true, **std::move(read)};
  return entry;
}

// The bytes that are decoded if the seek finds no record at all.
template <class Record>
const std::string& empty_record() {
  static const std::string bytes = to_bytes(Record{});
  return bytes;
}

template <class Record>
const std::string& bytes_of(const SoughtRecord& entry) {
  return entry.bytes.empty() ? empty_record<Record>() : entry.bytes;
}

std::optional<ClientKey> owner_in(std::string_view session) {
  // Only the record's first fields are decoded; the rest is long.
  detail::RecordReader reader(session);
  (void)reader.take<bool>();
  (void)reader.take<SessionId>();
  auto owner = reader.take<ClientKey>();
  if (!reader.good()) return std::nullopt;
  return owner;
}

// Another client's record must not authenticate the caller: clears what would.
void make_nobody(Client& client) {
  client.registered = false;
  for (ActiveSecret& secret : client.secrets) secret.secret = SecretHash{};
}

}  // namespace

// In all lookups, damage in another record that stands in for an absent one is not an error.
Result<Client, StoreError> CallerLookup::client(const ClientKey& key) const {
  const auto entry = seek(views_, space::kClients, Clients::key(key));
  if (!entry) return entry.error();
  auto client = from_bytes<Client>(bytes_of<Client>(*entry));
  if (!client && entry->is_asked_for) return StoreError::Corrupt;
  if (!client) return Client{};
  if (!entry->is_asked_for) make_nobody(*client);
  return *std::move(client);
}

Result<std::optional<ClientKey>, StoreError> CallerLookup::owner(const SessionId& session) const {
  const auto entry = seek(views_, space::kSessions, Sessions::key(session));
  if (!entry) return entry.error();
  auto owner = owner_in(bytes_of<Session>(*entry));
  if (!owner && entry->is_asked_for) return StoreError::Corrupt;
  if (!entry->is_asked_for) owner.reset();
  return owner;
}

Result<std::optional<Session>, StoreError> CallerLookup::session(const SessionId& id) const {
  const auto entry = seek(views_, space::kSessions, Sessions::key(id));
  if (!entry) return entry.error();
  auto session = from_bytes<Session>(bytes_of<Session>(*entry));
  if (!session && entry->is_asked_for) return StoreError::Corrupt;
  if (!entry->is_asked_for) session.reset();
  return session;
}

}  // namespace countersign
