#include "projections/erasure/lost_keys.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "tests/projections/support/open_folder.h"

namespace countersign::lost_keys_test {

// Counts the scans of all keys.
class CountedRows final : public KeyRows {
 public:
  explicit CountedRows(KeyRows& rows) : rows_(rows) {}
  Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const override {
    return rows_.wrapped_key(session);
  }
  std::unique_ptr<KeyScan> begin_key_scan() const override {
    ++scans_;
    return rows_.begin_key_scan();
  }
  std::optional<StoreError> replace_keys(const std::vector<KeyChange>& keys) override {
    return rows_.replace_keys(keys);
  }
  std::optional<StoreError> scrub_keys() override { return rows_.scrub_keys(); }

  std::uint64_t scans() const { return scans_; }

 private:
  KeyRows& rows_;
  mutable std::uint64_t scans_ = 0;
};

TEST_CASE_FIXTURE(OpenFolder, "no key is read while every slot with reserved leaves is there") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_finalize(n);
  create(4);
  reopen();
  const CountedRows rows(data().log());
  const auto lost = find_lost_slots(rows, queries(), data().keys());
  REQUIRE(lost.has_value());
  CHECK(lost->empty());
  CHECK(rows.scans() == 0);
}

TEST_CASE_FIXTURE(OpenFolder, "the keys under a slot are counted once the slot is lost") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_finalize(n);
  const KeySlotId gone = slot(1);
  close();
  std::filesystem::remove(path() / "keys" / to_string(gone));
  open();
  const CountedRows rows(data().log());
  const auto lost = find_lost_slots(rows, queries(), data().keys());
  REQUIRE(lost.has_value());
  REQUIRE(lost->size() == 1);
  CHECK(lost->front().slot == gone);
  CHECK(lost->front().sessions == 3);
  CHECK_FALSE(lost->front().fault.has_value());
  CHECK(rows.scans() == 1);
}

}  // namespace countersign::lost_keys_test
