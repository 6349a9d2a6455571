#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/store_error.h"

namespace countersign {

// The ordered key space of one read model within a view generation. projections/fold/projection.h
// assigns the numbers, which are on disk and never change.
using ViewSpace = std::uint8_t;

// The views as one open batch sees them: the stored views, with the changes by earlier events of
// the same batch on top. All of it is written together with the events, so a view and the log
// cannot disagree after a crash.
//
// Threading: one thread at a time, the writer's that decides. After a failed read get() returns
// nothing and failed() is true; such a batch is never written.
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
  // Gives `sink` every entry of the space whose key is at least `from`, in key order. Returns how
  // many entries it was called with.
  virtual Result<std::size_t, StoreError> scan(ViewSpace space,
                                               std::string_view from,
                                               const Sink& sink) const = 0;
  // The first entry that scan() would give.
  virtual Result<std::optional<ViewEntry>, StoreError> seek(ViewSpace space,
                                                            std::string_view from) const;
};

}  // namespace countersign
