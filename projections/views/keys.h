#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/keys/key_history.h"
#include "core/result.h"
#include "events/store_error.h"
#include "projections/fold/projection.h"

namespace countersign {

// The history of the keys: their KeyHistory; for each destroyed slot the sequence of the event that
// records its destruction; for each other slot how many of its leaves were reserved, and which of
// them were punctured, as the bits of rows of 4,096 leaves. The bits of a destroyed slot are
// dropped.
class Keys {
 public:
  static std::string history_key() { return "history"; }
  static std::string destroyed_key(std::string_view slot) {
    return "destroyed " + std::string(slot);
  }
  static std::string reserved_key(std::string_view slot) { return "reserved " + std::string(slot); }
  // The rows of a slot have their number in two hexadecimal digits or more at the end.
  static std::string punctured_prefix(std::string_view slot) {
    return "punctured " + std::string(slot) + ' ';
  }
  static constexpr std::uint32_t kLeavesARow = 4096;

  static KeyHistory load(ViewBatch& views);
  static bool is_destroyed(ViewBatch& views, std::string_view slot);
  static std::uint32_t reserved(ViewBatch& views, std::string_view slot);
  static bool is_punctured(ViewBatch& views, const SlotLeaf& leaf);
  // The leaves of the slot that the log records as punctured, in order.
  static Result<std::vector<std::uint32_t>, StoreError> punctured(const Views& views,
                                                                  std::string_view slot);
  static Result<std::uint32_t, StoreError> reserved(const Views& views, std::string_view slot);

  static Projection projection();
  static void fold(const FoldedEvent<KeyDestroyed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<MasterKeyRotated>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<LeavesReserved>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<KeyPunctured>& folded, ViewBatch& views);
};

// The facts of the slots as a batch sees them. For one decision; `views` must outlive it.
class SlotFactsOf final : public SlotFacts {
 public:
  explicit SlotFactsOf(ViewBatch& views) : views_(views) {}
  bool is_destroyed(const std::string& slot) const override {
    return Keys::is_destroyed(views_, slot);
  }
  std::uint32_t reserved(const std::string& slot) const override {
    return Keys::reserved(views_, slot);
  }
  bool is_punctured(const SlotLeaf& leaf) const override {
    return Keys::is_punctured(views_, leaf);
  }

 private:
  ViewBatch& views_;
};

}  // namespace countersign
