#include "projections/folder/rebuild.h"

#include <functional>
#include <memory>
#include <utility>

#include "projections/views/all_projections.h"

namespace countersign {
namespace {

constexpr std::size_t kBatchEventBytes = std::size_t{16} << 20;  // its views are about as large
constexpr std::uint64_t kNearTheHead = 200;  // the most events to fold while the writer is held
constexpr int kFreeComparisons = 3;          // attempts while the writer continues

// Runs a task that changes the generations: between the writer's groups if there is a writer, else
// directly.
using Exclusively = std::function<void(const std::function<void()>&)>;

// Folds the log into a generation that has no readers.
class GenerationBuilder {
 public:
  GenerationBuilder(const EventStore& events,
                    ViewStore& views,
                    Exclusively exclusively,
                    const RebuildProgress& progress,
                    const GivenUp& given_up)
      : events_(events),
        views_(views),
        exclusively_(std::move(exclusively)),
        progress_(progress),
        given_up_(given_up) {}

  ViewGeneration generation() const { return generation_; }
  Sequence folded() const { return folded_; }

  std::optional<StoreError> clear() {
    std::optional<StoreError> error;
    exclusively_([&] {
      generation_ = other(views_.active_generation());
      error = views_.clear_generation(generation_);
    });
    folded_ = Sequence(0);
    return error;
  }

  // Folds the events in the log at the time of the call; more may be appended meanwhile.
  std::optional<StoreError> fold() {
    const Sequence head = events_.head().sequence;
    if (folded_ >= head) return std::nullopt;
    std::unique_ptr<ViewBatch> batch = views_.begin_in(generation_);
    std::size_t pending_bytes = 0;
    std::optional<StoreError> error;
    const auto flush = [&] {
      error = views_.write_generation(*batch, generation_, {projection_versions(), folded_});
      batch = views_.begin_in(generation_);
      pending_bytes = 0;
      if (progress_) progress_(folded_, head);
      return !error.has_value();
    };
    const auto read = events_.read(Sequence(folded_.value() + 1), [&](const StoredEvent& event) {
      if (given_up_()) {
        error = StoreError::Stopped;
        return false;
      }
      if (!is_in_its_stream(event.recorded)) {
        error = StoreError::Corrupt;
        return false;
      }
      fold_into_all(event.recorded, event.leaf, *batch);
      if (batch->failed()) {
        error = StoreError::Io;
        return false;
      }
      folded_ = event.recorded.sequence;
      pending_bytes += event.bytes.size();
      if (pending_bytes >= kBatchEventBytes && !flush()) return false;
      return folded_ < head;
    });
    if (error) return error;
    if (!read) return read.error();
    if (pending_bytes > 0) flush();
    return error;
  }

  // Writes the state of the generation, even if there was nothing to fold.
  std::optional<StoreError> write_state() {
    const auto batch = views_.begin_in(generation_);
    return views_.write_generation(*batch, generation_, {projection_versions(), folded_});
  }

  bool is_near_the_head() const {
    return events_.head().sequence.value() - folded_.value() <= kNearTheHead;
  }
  bool is_at_the_head() const { return events_.head().sequence == folded_; }

 private:
  const EventStore& events_;
  ViewStore& views_;
  Exclusively exclusively_;
  const RebuildProgress& progress_;
  const GivenUp& given_up_;
  ViewGeneration generation_ = ViewGeneration::A;
  Sequence folded_;
};

// One rebuild of the views of a running server: fills the idle generation, compares it with the
// live one, and switches to it if requested.
class LiveRebuild {
 public:
  LiveRebuild(DataFolder& data, const RebuildProgress& progress, const GivenUp& given_up)
      : data_(data),
        views_(data.log()),
        given_up_(given_up),
        builder_(
            data.log(),
            views_,
            [this](const auto& task) { between_groups(task); },
            progress,
            given_up) {}

  // The generation that is not live is empty in the end, whatever happens: nobody reads it, and it
  // is as large as the live one.
  Result<VerifyReport, StoreError> run(bool activate) {
    auto report = build_and_compare(activate);
    std::optional<StoreError> error;
    between_groups([&] { error = views_.clear_generation(other(views_.active_generation())); });
    if (report && error) return *error;
    return report;
  }

 private:
  Result<VerifyReport, StoreError> build_and_compare(bool activate) {
    if (const auto error = build()) return *error;
    auto report = compare();
    if (!report) return report;
    if (activate) {
      if (const auto error = change_over()) return *error;
    }
    const auto entries = data_.queries().count_entries(given_up_);
    if (!entries && entries.error() == StoreError::Stopped) return entries.error();
    // Damaged views cannot be counted; that they are damaged is the difference.
    if (!entries && !report->first_difference) return entries.error();
    report->entries = entries ? *entries : 0;
    return report;
  }

  void between_groups(const std::function<void()>& task) {
    data_.writer().run_between_groups(task);
  }

  std::optional<StoreError> build() {
    if (auto error = builder_.clear()) return error;
    do {
      if (auto error = builder_.fold()) return error;
    } while (!builder_.is_near_the_head());
    return std::nullopt;
  }

  std::optional<StoreError> catch_up() {
    if (auto error = builder_.fold()) return error;
    return builder_.write_state();
  }

  Result<std::optional<std::string>, StoreError> difference() const {
    return views_.first_difference(views_.active_generation(), builder_.generation(), given_up_);
  }

  VerifyReport report_of(std::optional<std::string> difference) const {
    return {builder_.folded(), builder_.folded().value(), 0, std::move(difference)};
  }

  // A comparison takes a while. If no event was appended during the comparison, its result is valid
  // although the writer was not held. The writer is held only if the log never rests.
  Result<VerifyReport, StoreError> compare() {
    std::optional<StoreError> error;
    for (int i = 0; i < kFreeComparisons; ++i) {
      between_groups([&] { error = catch_up(); });
      if (error) return *error;
      auto found = difference();
      if (!found) return found.error();
      if (builder_.is_at_the_head()) return report_of(*std::move(found));
    }
    std::optional<Result<std::optional<std::string>, StoreError>> found;
    between_groups([&] {
      error = catch_up();
      if (!error) found = difference();
    });
    if (error) return *error;
    if (!*found) return found->error();
    return report_of(**std::move(found));
  }

  std::optional<StoreError> change_over() {
    std::optional<StoreError> error;
    between_groups([&] {
      error = catch_up();
      if (!error) error = views_.activate(builder_.generation());
    });
    return error;
  }

  DataFolder& data_;
  ViewStore& views_;
  const GivenUp& given_up_;
  GenerationBuilder builder_;
};

}  // namespace

Result<VerifyReport, StoreError> verify(DataFolder& data,
                                        const RebuildProgress& progress,
                                        const GivenUp& given_up) {
  const MutexLock turn(data.rebuild_turn());
  return LiveRebuild(data, progress, given_up).run(false);
}

Result<VerifyReport, StoreError> rebuild(DataFolder& data,
                                         const RebuildProgress& progress,
                                         const GivenUp& given_up) {
  const MutexLock turn(data.rebuild_turn());
  return LiveRebuild(data, progress, given_up).run(true);
}

Result<bool, StoreError> views_are_current(const EventStore& events, const ViewStore& views) {
  const auto mark = views.state_of(views.active_generation());
  if (!mark) return mark.error();
  return *mark == GenerationState{projection_versions(), events.head().sequence};
}

std::optional<StoreError> bring_views_up_to_date(const EventStore& events,
                                                 ViewStore& views,
                                                 const RebuildProgress& progress) {
  const auto current = views_are_current(events, views);
  if (!current) return current.error();
  if (*current) return std::nullopt;
  return fold_views_again(events, views, progress);
}

std::optional<StoreError> fold_views_again(const EventStore& events,
                                           ViewStore& views,
                                           const RebuildProgress& progress) {
  const GivenUp never;
  GenerationBuilder builder(
      events, views, [](const auto& task) { task(); }, progress, never);
  if (auto error = builder.clear()) return error;
  if (auto error = builder.fold()) return error;
  if (auto error = builder.write_state()) return error;
  if (auto error = views.activate(builder.generation())) return error;
  return views.clear_generation(other(builder.generation()));
}

}  // namespace countersign
