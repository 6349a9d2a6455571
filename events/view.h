#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/store_error.h"

namespace countersign {

// One read model's own ordered key space within a slot of views. The numbers
// are given out in projections/fold/projection.h and are on the disk for ever.
using ViewSpace = std::uint8_t;

// The views as one open batch sees them: what is stored, and on top of it what
// earlier events of the same batch have changed. All of it is written together
// with the events, so that after a crash a view and the log cannot disagree.
//
// Threading: one thread at a time, the writer's that decides. After a read has failed get() answers
// nothing and failed() is set; such a batch is never written.
class ViewBatch {
 public:
  virtual ~ViewBatch() = default;
  virtual std::optional<std::string> get(ViewSpace space, std::string_view key) = 0;
  virtual void put(ViewSpace space, std::string_view key, std::string value) = 0;
  virtual void erase(ViewSpace space, std::string_view key) = 0;
  virtual bool failed() const = 0;
};

struct ViewEntry {
  std::string key;  // without its space
  std::string value;
  bool operator==(const ViewEntry&) const = default;
};

// The views as readers see them: whole batches only. Thread-safe.
class Views {
 public:
  // Called with each key (without its space) and value in order; false stops.
  using Sink = std::function<bool(std::string_view key, std::string_view value)>;

  virtual ~Views() = default;
  virtual Result<std::optional<std::string>, StoreError> get(ViewSpace space,
                                                             std::string_view key) const = 0;
  // Every entry of the space whose key is at least `from`, oldest key first.
  // Returns how many the sink took.
  virtual Result<std::size_t, StoreError> scan(ViewSpace space,
                                               std::string_view from,
                                               const Sink& sink) const = 0;
  // The first entry that scan() would give.
  virtual Result<std::optional<ViewEntry>, StoreError> seek(ViewSpace space,
                                                            std::string_view from) const;
};

}  // namespace countersign
