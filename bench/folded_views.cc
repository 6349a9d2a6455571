#include "bench/folded_views.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "events/store_error.h"
#include "projections/views/all_projections.h"

namespace countersign::bench {
namespace {

[[noreturn]] void end_program(const std::string& why) {
  std::fprintf(stderr, "folded views: %s\n", why.c_str());
  std::exit(1);
}

void must(const std::optional<StoreError>& error) {
  if (error) end_program(std::string(describe(*error)));
}

}  // namespace

FoldedViews::FoldedViews(const std::filesystem::path& folder) {
  auto opened = EventLog::open(folder, {});
  if (!opened) end_program(opened.error());
  log_ = *std::move(opened);
  generation_ = other(log_->active_generation());
  must(log_->clear_generation(generation_));
  batch_ = log_->begin_in(generation_);
}

void FoldedViews::fold_log() {
  if (log_->head().sequence == Sequence()) return;
  const auto read = log_->read(Sequence(1), [&](const StoredEvent& event) {
    fold_into_all(event.recorded, event.leaf, *batch_);
    return true;
  });
  if (!read) end_program("the log cannot be read");
  sequence_ = read->value();
}

void FoldedViews::happen(const SessionId& session, std::uint64_t version, Event event, UtcTime at) {
  RecordedEvent recorded;
  recorded.sequence = Sequence(++sequence_);
  recorded.stream = stream_of(session);
  recorded.version = StreamVersion(version);
  recorded.at = at;
  recorded.actor = {ActorKind::Operator, "uid:1"};
  recorded.request = RequestId("bench");
  recorded.event = std::move(event);
  fold_into_all(recorded, Sha256(), *batch_);
}

void FoldedViews::write() {
  must(
      log_->write_generation(*batch_, generation_, {projection_versions(), log_->head().sequence}));
  batch_ = log_->begin_in(generation_);
}

void FoldedViews::show() {
  write();
  batch_.reset();
  must(log_->activate(generation_));
}

}  // namespace countersign::bench
