#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "events/view.h"

namespace countersign {

using ViewEntries = std::map<std::pair<ViewSpace, std::string>, std::string>;

// Views in a map. Changes of the batch are visible at once.
class MemoryViews : public ViewBatch, public Views {
 public:
  std::optional<std::string> get(ViewSpace space, std::string_view key) override {
    ++gets_;
    const auto found = entries_.find({space, std::string(key)});
    if (found == entries_.end()) return std::nullopt;
    return found->second;
  }
  void put(ViewSpace space, std::string_view key, std::string value) override {
    ++changes_;
    entries_[{space, std::string(key)}] = std::move(value);
  }
  void erase(ViewSpace space, std::string_view key) override {
    ++changes_;
    entries_.erase({space, std::string(key)});
  }
  bool failed() const override { return false; }

  Result<std::optional<std::string>, StoreError> get(ViewSpace space,
                                                     std::string_view key) const override {
    const auto found = entries_.find({space, std::string(key)});
    if (found == entries_.end()) return std::optional<std::string>();
    return std::optional(found->second);
  }
  Result<std::size_t, StoreError> scan(ViewSpace space,
                                       std::string_view from,
                                       const Sink& sink) const override {
    std::size_t taken = 0;
    for (auto entry = entries_.lower_bound({space, std::string(from)});
         entry != entries_.end() && entry->first.first == space;
         ++entry) {
      ++taken;
      if (!sink(entry->first.second, entry->second)) break;
    }
    return taken;
  }

  const ViewEntries& entries() const { return entries_; }
  ViewEntries& entries() { return entries_; }
  std::size_t count(ViewSpace space) const {
    std::size_t found = 0;
    for (const auto& [key, value] : entries_) found += key.first == space ? 1 : 0;
    return found;
  }
  bool holds(ViewSpace space, const std::string& key) const {
    return entries_.contains({space, key});
  }
  std::size_t gets() const { return gets_; }
  std::size_t changes() const { return changes_; }

 private:
  ViewEntries entries_;
  std::size_t gets_ = 0;
  std::size_t changes_ = 0;
};

}  // namespace countersign
