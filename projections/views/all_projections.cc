#include "projections/views/all_projections.h"

#include <fmt/format.h>

#include <array>

#include "projections/views/clients.h"
#include "projections/views/keys.h"
#include "projections/views/retention.h"
#include "projections/views/session/document_images.h"
#include "projections/views/session/downloads.h"
#include "projections/views/session/feed.h"
#include "projections/views/session/files.h"
#include "projections/views/session/fingerprints.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/session/sessions.h"
#include "projections/views/session/tokens.h"
#include "projections/views/threshold_sets.h"
#include "projections/views/totals.h"
#include "projections/views/usage.h"

namespace countersign {
namespace {

std::string versions_of_all() {
  std::string text;
  for (const Projection* projection : all_projections()) {
    if (!text.empty()) text += ' ';
    text +=
        fmt::format("{}.{}.{:08x}", projection->name(), projection->version(), projection->shape());
  }
  return text;
}

void fold_each(const Fact& fact, ViewBatch& views) {
  for (const Projection* projection : all_projections()) projection->fold(fact, views);
}

}  // namespace

std::span<const Projection* const> all_projections() {
  static const Clients clients;
  static const Sessions sessions;
  static const Tokens tokens;
  static const Usage usage;
  static const Idempotency idempotency;
  static const Fingerprints fingerprints;
  static const DocumentImages document_images;
  static const Files files;
  static const Retention retention;
  static const Downloads downloads;
  static const Feed feed;
  static const TotalsView totals;
  static const Keys keys;
  static const ThresholdSets thresholds;
  static const std::array<const Projection*, 14> all = {&clients,
                                                        &sessions,
                                                        &tokens,
                                                        &usage,
                                                        &idempotency,
                                                        &fingerprints,
                                                        &document_images,
                                                        &files,
                                                        &retention,
                                                        &downloads,
                                                        &feed,
                                                        &totals,
                                                        &keys,
                                                        &thresholds};
  return all;
}

const std::string& projection_versions() {
  static const std::string versions = versions_of_all();
  return versions;
}

void fold_into_all(const RecordedEvent& recorded, const Sha256& leaf, ViewBatch& views) {
  const bool begins = recorded.version == StreamVersion(1);
  if (const auto id = session_of(recorded.stream)) {
    Session session = begins ? Session{} : Sessions::load(views, *id);
    evolve(session, recorded, leaf);
    return fold_each({.recorded = recorded, .session = &session}, views);
  }
  if (is_keys_stream(recorded.stream)) {
    KeyHistory keys = begins ? KeyHistory{} : Keys::load(views);
    evolve(keys, recorded, leaf);
    return fold_each({.recorded = recorded, .keys = &keys}, views);
  }
  if (is_thresholds_stream(recorded.stream)) {
    ThresholdHistory thresholds = begins ? ThresholdHistory{} : ThresholdSets::load(views);
    evolve(thresholds, recorded, leaf);
    return fold_each({.recorded = recorded, .thresholds = &thresholds}, views);
  }
  const auto key = client_of(recorded.stream);
  check(key.has_value(), "a stream belongs to a session, a client, the keys or the thresholds");
  Client client = begins ? Client{} : Clients::load(views, *key);
  evolve(client, recorded, leaf);
  fold_each({.recorded = recorded, .client = &client}, views);
}

}  // namespace countersign
