#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "core/result.h"
#include "events/rocks/active_generation.h"
#include "events/rocks/active_views.h"
#include "events/rocks/database/durable_writes.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/generation_batch.h"
#include "events/rocks/held_space.h"
#include "events/view_store.h"

namespace countersign {

// The two generations of views in a log's database: which is active, their states and their
// changes. The functions that bear names of ViewStore's and CommitPoint's do what those ports say,
// with their rules for threads.
class Generations {
 public:
  // The questions of the generations to their log, asked on any thread.
  struct Log {
    std::function<Sequence()> head;                     // its newest event
    std::function<bool(std::uint64_t bytes)> has_room;  // for that much, beside the reserve
  };
  // `database` and `writes` must outlive this object.
  Generations(const RocksDatabase& database,
              DurableWrites& writes,
              ViewGeneration active,
              std::optional<ViewSpace> held_space,
              Log log);

  ViewGeneration active() const { return active_.generation(); }
  const Views& views() const { return views_; }
  Result<GenerationState, StoreError> state_of(ViewGeneration generation) const;

  std::unique_ptr<ViewBatch> begin(const ViewBatch* before) const;
  std::unique_ptr<ViewBatch> begin_in(ViewGeneration generation) const;

  // Adds the changes of a batch to what an append writes, and to `held` those of the held space.
  // Once that is durable, apply() lets readers of the held space see them.
  void add(rocksdb::WriteBatch& batch,
           const GenerationBatch& views,
           HeldSpace::Changes& held) const;
  void apply(HeldSpace::Changes&& held) { held_.apply(std::move(held)); }

  std::optional<StoreError> clear(ViewGeneration generation);
  std::optional<StoreError> write(ViewBatch& views,
                                  ViewGeneration generation,
                                  const GenerationState& state);
  std::optional<StoreError> activate(ViewGeneration generation);

 private:
  void load_held_space();
  rocksdb::ColumnFamilyHandle* family(ViewGeneration generation) const;

  const RocksDatabase& database_;
  DurableWrites& writes_;
  const std::optional<ViewSpace> held_space_;
  const Log log_;
  ActiveGeneration active_;
  HeldSpace held_;
  const ActiveViews views_;
};

}  // namespace countersign
