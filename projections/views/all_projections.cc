#include "projections/views/all_projections.h"

#include <fmt/format.h>

#include <array>

#include "projections/views/folds.h"

namespace countersign {
namespace {

std::string versions_of_all() {
  std::string text;
  for (const Projection& projection : all_projections()) {
    if (!text.empty()) text += ' ';
    text += fmt::format("{}.{}.{:08x}", projection.name, projection.version, projection.shape);
  }
  return text;
}

// The states of the streams before the event.
void load(const RecordedEvent& recorded, ViewBatch& views, Session& session) {
  const auto id = session_of(recorded.stream);
  check(id.has_value(), "an event of a session is in a session's stream");
  session = Sessions::load(views, *id);
}
void load(const RecordedEvent& recorded, ViewBatch& views, Client& client) {
  const auto key = client_of(recorded.stream);
  check(key.has_value(), "an event of a client is in a client's stream");
  client = Clients::load(views, *key);
}
void load(const RecordedEvent& recorded, ViewBatch& views, KeyHistory& keys) {
  check(is_keys_stream(recorded.stream), "an event of the keys is in the stream of the keys");
  keys = Keys::load(views);
}
void load(const RecordedEvent& recorded, ViewBatch& views, ThresholdHistory& thresholds) {
  check(is_thresholds_stream(recorded.stream),
        "an event of the thresholds is in the stream of the thresholds");
  thresholds = ThresholdSets::load(views);
}

template <class E, class... Views>
void fold_each(const FoldedEvent<E>& folded, ViewBatch& views, std::tuple<Views...>*) {
  (Views::fold(folded, views), ...);
}

}  // namespace

std::span<const Projection> all_projections() {
  static const auto all = []<class... Views>(std::tuple<Views...>*) {
    return std::array{Views::projection()...};
  }(static_cast<AllViews*>(nullptr));
  return all;
}

const std::string& projection_versions() {
  static const std::string versions = versions_of_all();
  return versions;
}

void fold_into_all(const RecordedEvent& recorded, const Sha256& leaf, ViewBatch& views) {
  std::visit(
      [&]<class E>(const E& event) {
        StateOf<E> state;
        if (recorded.version != StreamVersion(1)) load(recorded, views, state);
        evolve(state, event, place_of(recorded, leaf));
        fold_each(
            FoldedEvent<E>{event, state, recorded}, views, static_cast<ViewsFolding<E>*>(nullptr));
      },
      recorded.event);
}

}  // namespace countersign
