#pragma once
#include <string_view>

#include "core/check.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/generation_difference.h"
#include "events/rocks/overlay.h"
#include "events/view_store.h"

namespace countersign {

// A batch of changes to one generation.
class GenerationBatch : public Overlay {
 public:
  GenerationBatch(const RocksDatabase& database,
                  ViewGeneration generation,
                  const GenerationBatch* before = nullptr)
      : Overlay([&database, family = family_of(generation)](
                    std::string_view key) { return database.get(family, key); },
                before),
        generation_(generation) {}

  ViewGeneration generation() const { return generation_; }

  static const GenerationBatch& of(const ViewBatch& views, ViewGeneration generation) {
    const auto* batch = dynamic_cast<const GenerationBatch*>(&views);
    check(batch != nullptr, "a view batch was begun by this log");
    check(batch->generation_ == generation,
          "a view batch was begun for the view generation that is written");
    return *batch;
  }

 private:
  ViewGeneration generation_;
};

}  // namespace countersign
