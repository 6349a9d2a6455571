#include "projections/queries/queries.h"

#include <algorithm>
#include <string>
#include <utility>

#include "projections/fold/record_bytes.h"
#include "projections/queries/view_reading.h"
#include "projections/views/all_projections.h"
#include "projections/views/clients.h"
#include "projections/views/keys.h"
#include "projections/views/people/passkeys.h"
#include "projections/views/people/reviewers.h"
#include "projections/views/session/document_images.h"
#include "projections/views/session/feed.h"
#include "projections/views/session/sessions.h"
#include "projections/views/session/tokens.h"
#include "projections/views/usage.h"
#include "projections/views/webhooks.h"

namespace countersign {
namespace {

constexpr std::size_t kEventsOfAnAppendMax = 2;

// Every record of a small view, ordered by key.
template <class T>
Result<std::vector<T>, StoreError> read_all(const Views& views, ViewSpace space) {
  std::vector<T> records;
  bool sound = true;
  const auto scanned = views.scan(space, {}, [&](std::string_view, std::string_view bytes) {
    std::optional<T> record = from_bytes<T>(bytes);
    sound = record.has_value();
    if (sound) records.push_back(*std::move(record));
    return sound;
  });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return records;
}

Result<std::vector<StoredEvent>, StoreError> stream(const EventStore& store,
                                                    const StreamId& stream) {
  std::vector<StoredEvent> events;
  const auto read = store.read_stream(stream, [&](const StoredEvent& event) {
    events.push_back(event);
    return true;
  });
  if (!read) return read.error();
  return events;
}

// True if `before` and `event`, which follows it in the log, come from one submission. Only two
// decisions of core have two events: a submitted step, whose nonce is always consumed together with
// its outcome, and an erasure that ends its session.
bool of_one_append(const RecordedEvent& before, const RecordedEvent& event) {
  if (before.stream != event.stream) return false;
  if (std::holds_alternative<NonceConsumed>(before.event)) return true;
  return std::holds_alternative<SessionCanceled>(before.event) &&
         std::holds_alternative<FilesPurged>(event.event) && before.request == event.request &&
         before.actor == event.actor && before.at == event.at;
}

// Gives `take` the session of each picture of the client seen before that looks like this one.
std::optional<StoreError> find_similar(const Views& views,
                                       const ClientKey& client,
                                       const PerceptualHash& perceptual,
                                       const std::function<void(const SessionId&)>& take) {
  for (const std::string& key : DocumentImages::band_keys(client, perceptual)) {
    const auto images = read_record<std::vector<SeenImage>>(views, space::kDocumentImages, key);
    if (!images) return images.error();
    for (const SeenImage& seen : images->value_or(std::vector<SeenImage>())) {
      if (differing_bits(perceptual, seen.perceptual) <= kCopyBitsMax) take(seen.session);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::optional<Session>, StoreError> Queries::session(const SessionId& id) const {
  return read_record<Session>(views_, space::kSessions, Sessions::key(id));
}

Result<std::optional<Session>, StoreError> Queries::session_by_token(const TokenHash& token) const {
  const auto entry = read_record<TokenEntry>(views_, space::kTokens, Tokens::key(token));
  if (!entry) return entry.error();
  if (!*entry) return std::optional<Session>();
  return session((*entry)->session);
}

Result<std::optional<Client>, StoreError> Queries::client(const ClientKey& key) const {
  return read_record<Client>(views_, space::kClients, Clients::key(key));
}

Result<std::vector<Client>, StoreError> Queries::clients() const {
  return read_all<Client>(views_, space::kClients);
}

Result<std::optional<Reviewer>, StoreError> Queries::reviewer(const ReviewerId& id) const {
  return read_record<Reviewer>(views_, space::kReviewers, Reviewers::key(id));
}

Result<std::vector<Reviewer>, StoreError> Queries::reviewers() const {
  return read_all<Reviewer>(views_, space::kReviewers);
}

Result<bool, StoreError> Queries::passkey_is_taken(const Passkey& passkey) const {
  for (const std::string& key : {Passkeys::id_key(passkey), Passkeys::key_key(passkey)}) {
    const auto owner = read_record<PasskeyOwner>(views_, space::kPasskeys, key);
    if (!owner) return owner.error();
    if (*owner) return true;
  }
  return false;
}

Result<RetentionPeriods, StoreError> Queries::retention_of(const ClientKey& client,
                                                           const RetentionPeriods& server) const {
  const auto found = this->client(client);
  if (!found) return found.error();
  return *found ? periods_of(**found, server) : server;
}

Result<std::uint64_t, StoreError> Queries::sessions_opened(const ClientKey& client,
                                                           std::string_view month) const {
  const auto count = read_record<std::uint64_t>(views_, space::kUsage, Usage::key(client, month));
  if (!count) return count.error();
  return count->value_or(0);
}

Result<Webhooks, StoreError> Queries::webhooks(const ClientKey& client) const {
  auto found = read_record<Webhooks>(views_, space::kWebhooks, WebhooksView::key(client));
  if (!found) return found.error();
  if (*found) return **std::move(found);
  return Webhooks{
      .client = client, .endpoints = {}, .version = 0, .last_sequence = 0, .last_leaf = {}};
}

Result<std::vector<Webhooks>, StoreError> Queries::all_webhooks() const {
  std::vector<Webhooks> all;
  bool sound = true;
  const auto scanned = views_.scan(space::kWebhooks,
                                   WebhooksView::all_keys(),
                                   [&](std::string_view key, std::string_view bytes) {
                                     if (!key.starts_with(WebhooksView::all_keys())) return false;
                                     auto webhooks = from_bytes<Webhooks>(bytes);
                                     sound = webhooks.has_value();
                                     if (sound) all.push_back(*std::move(webhooks));
                                     return sound;
                                   });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return all;
}

Result<Sequence, StoreError> Queries::webhooks_changed() const {
  const auto changed =
      read_record<std::uint64_t>(views_, space::kWebhooks, WebhooksView::changed_key());
  if (!changed) return changed.error();
  return Sequence(changed->value_or(0));
}

Result<std::optional<IdempotencyEntry>, StoreError> Queries::idempotency(const Sha256& key,
                                                                         UtcTime now) const {
  auto entry = read_record<IdempotencyEntry>(views_, space::kIdempotency, Idempotency::key(key));
  if (entry && *entry && !is_replayable(**entry, now)) return std::optional<IdempotencyEntry>();
  return entry;
}

Result<std::vector<RecordedEvent>, StoreError> Queries::events_of_append(Sequence last) const {
  std::vector<RecordedEvent> events;
  for (std::uint64_t sequence = last.value(); sequence > 0 && events.size() < kEventsOfAnAppendMax;
       --sequence) {
    auto found = events_.find(Sequence(sequence));
    if (!found) return found.error();
    if (!*found) return StoreError::Corrupt;
    RecordedEvent& event = (*found)->recorded;
    if (!events.empty() && !of_one_append(event, events.back())) break;
    events.push_back(std::move(event));
  }
  std::ranges::reverse(events);
  return events;
}

Result<std::vector<DownloadEntry>, StoreError> Queries::downloads(const DownloadFilter& filter,
                                                                  Sequence after,
                                                                  std::size_t limit) const {
  const std::string prefix = filter.session  ? Downloads::prefix_of(*filter.session)
                             : filter.client ? Downloads::prefix_of(*filter.client)
                                             : Downloads::prefix_of_all();
  const auto sequences = sequences_behind(views_, space::kDownloads, prefix, after, limit);
  if (!sequences) return sequences.error();

  std::vector<DownloadEntry> entries;
  for (const Sequence sequence : *sequences) {
    auto entry =
        read_record<DownloadEntry>(views_, space::kDownloads, Downloads::key_of_all(sequence));
    if (!entry) return entry.error();
    if (!*entry) return StoreError::Corrupt;
    if (filter.client && (*entry)->client != *filter.client) continue;
    entries.push_back(**std::move(entry));
  }
  return entries;
}

Result<std::vector<StoredEvent>, StoreError> Queries::timeline(const SessionId& session) const {
  return stream(events_, stream_of(session));
}

Result<std::vector<StoredEvent>, StoreError> Queries::timeline(const ClientKey& client) const {
  return stream(events_, stream_of(client));
}

Result<FeedPage, StoreError> Queries::feed(const ClientKey& client,
                                           Sequence after,
                                           std::size_t limit) const {
  const auto sequences =
      sequences_behind(views_, space::kFeed, Feed::prefix_of(client), after, limit);
  if (!sequences) return sequences.error();

  FeedPage page{{}, after};
  for (const Sequence sequence : *sequences) {
    auto event = events_.find(sequence);
    if (!event) return event.error();
    if (!*event) return StoreError::Corrupt;
    page.events.push_back(**std::move(event));
    page.next = sequence;
  }
  return page;
}

Result<std::vector<SessionId>, StoreError> Queries::sessions_with_copies(const Session& session,
                                                                         std::size_t limit) const {
  std::vector<SessionId> found;
  const auto add = [&](const SessionId& id) {
    const bool is_new = id != session.id && std::ranges::count(found, id) == 0;
    if (is_new && found.size() < limit) found.push_back(id);
  };
  for (const StoredFile& file : session.files) {
    if (file.kind != FileKind::Document) continue;
    const std::string key = DocumentImages::pixels_key(session.client, file.pixels);
    const auto first = read_record<SessionId>(views_, space::kDocumentImages, key);
    if (!first) return first.error();
    if (is_known(file.pixels) && *first) add(**first);
    if (!file.perceptual) continue;
    const auto error = find_similar(views_, session.client, *file.perceptual, add);
    if (error) return *error;
  }
  return found;
}

Result<std::optional<FileEntry>, StoreError> Queries::file(const FileId& file) const {
  return read_record<FileEntry>(views_, space::kFiles, Files::key(file));
}

Result<std::vector<RetentionEntry>, StoreError> Queries::due(
    RetentionQueue queue,
    const ClientKey& client,
    UtcTime before,
    std::size_t limit,
    const std::optional<RetentionEntry>& after) const {
  std::vector<RetentionEntry> entries;
  if (limit == 0) return entries;
  // The key directly behind a key is that key followed by a zero byte.
  const std::string prefix = Retention::prefix(queue, client);
  const std::string from = after ? Retention::key(queue, *after, client) + '\0' : prefix;
  const auto scanned =
      views_.scan(space::kRetention, from, [&](std::string_view key, std::string_view) {
        const auto entry = Retention::parse(queue, key);
        if (!key.starts_with(prefix) || !entry || entry->time >= before) return false;
        entries.push_back(*entry);
        return entries.size() < limit;
      });
  if (!scanned) return scanned.error();
  return entries;
}

Result<KeyHistory, StoreError> Queries::key_history() const {
  const auto history = read_record<KeyHistory>(views_, space::kKeys, Keys::history_key());
  if (!history) return history.error();
  return history->value_or(KeyHistory{});
}

Result<bool, StoreError> Queries::is_destroyed(const KeySlotId& slot) const {
  const auto event = views_.get(space::kKeys, Keys::destroyed_key(to_string(slot)));
  if (!event) return event.error();
  return event->has_value();
}

Result<std::optional<ThresholdSet>, StoreError> Queries::threshold_set(const Sha256& set) const {
  return read_record<ThresholdSet>(views_, space::kThresholds, ThresholdSets::key(set));
}

Result<Totals, StoreError> Queries::totals() const {
  const auto totals = read_record<Totals>(views_, space::kTotals, TotalsView::key());
  if (!totals) return totals.error();
  return totals->value_or(Totals{});
}

Result<std::uint64_t, StoreError> Queries::count_entries(const GivenUp& given_up) const {
  std::uint64_t entries = 0;
  bool wanted = true;
  for (const Projection& projection : all_projections()) {
    const auto scanned = views_.scan(projection.space, {}, [&](std::string_view, std::string_view) {
      wanted = wanted && !given_up();
      return wanted;
    });
    if (!scanned) return scanned.error();
    if (!wanted) return StoreError::Stopped;
    entries += *scanned;
  }
  return entries;
}

}  // namespace countersign
