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

bool is_of(const StreamId& stream, const Session*) { return session_of(stream).has_value(); }
bool is_of(const StreamId& stream, const Client*) { return client_of(stream).has_value(); }
bool is_of(const StreamId& stream, const Reviewer*) { return reviewer_of(stream).has_value(); }
bool is_of(const StreamId& stream, const Webhooks*) {
  return webhooks_client_of(stream).has_value();
}
bool is_of(const StreamId& stream, const KeyHistory*) { return is_keys_stream(stream); }
bool is_of(const StreamId& stream, const ThresholdHistory*) { return is_thresholds_stream(stream); }
bool is_of(const StreamId& stream, const LogHistory*) { return is_log_stream(stream); }

// The states of the streams before the event.
void load(const RecordedEvent& recorded, ViewBatch& views, Session& session) {
  session = Sessions::load(views, *session_of(recorded.stream));
}
void load(const RecordedEvent& recorded, ViewBatch& views, Client& client) {
  client = Clients::load(views, *client_of(recorded.stream));
}
void load(const RecordedEvent& recorded, ViewBatch& views, Reviewer& reviewer) {
  reviewer = Reviewers::load(views, *reviewer_of(recorded.stream));
}
void load(const RecordedEvent& recorded, ViewBatch& views, Webhooks& webhooks) {
  webhooks = WebhooksView::load(views, *webhooks_client_of(recorded.stream));
}
void load(const RecordedEvent&, ViewBatch& views, KeyHistory& keys) { keys = Keys::load(views); }
void load(const RecordedEvent&, ViewBatch& views, ThresholdHistory& thresholds) {
  thresholds = ThresholdSets::load(views);
}
void load(const RecordedEvent&, ViewBatch& views, LogHistory& log) { log = LogView::load(views); }

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

bool is_in_its_stream(const RecordedEvent& recorded) {
  return std::visit(
      [&]<class E>(const E&) {
        return is_of(recorded.stream, static_cast<const StateOf<E>*>(nullptr));
      },
      recorded.event);
}

void fold_into_all(const RecordedEvent& recorded, const Sha256& leaf, ViewBatch& views) {
  check(is_in_its_stream(recorded), "an event that is folded is in a stream of its kind");
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
