#include "events/rocks/generation_difference.h"

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/snapshot.h>

namespace countersign {
namespace {

constexpr std::string_view name_of(ViewGeneration generation) {
  return generation == ViewGeneration::A ? "A" : "B";
}

std::string place(rocksdb::Slice key) {
  std::string digits;
  for (std::size_t i = 1; i < key.size(); ++i) {
    digits += fmt::format("{:02x}", static_cast<std::uint8_t>(key[i]));
  }
  return fmt::format("view {} key {}", static_cast<std::uint8_t>(key[0]), digits);
}

std::size_t first_differing_byte(rocksdb::Slice a, rocksdb::Slice b) {
  return a.difference_offset(b);
}

}  // namespace

Result<std::optional<std::string>, StoreError> first_difference_of(const RocksDatabase& database,
                                                                   ViewGeneration a,
                                                                   ViewGeneration b,
                                                                   const GivenUp& given_up) {
  rocksdb::ManagedSnapshot snapshot(&database.db());
  const auto in_a = database.scan(family_of(a), snapshot.snapshot());
  const auto in_b = database.scan(family_of(b), snapshot.snapshot());
  std::optional<std::string> found;
  for (in_a->SeekToFirst(), in_b->SeekToFirst(); in_a->Valid() && in_b->Valid();
       in_a->Next(), in_b->Next()) {
    if (given_up()) return StoreError::Stopped;
    if (const int order = in_a->key().compare(in_b->key())) {
      const bool a_has_it = order < 0;
      found = fmt::format("{} is only in generation {}",
                          place(a_has_it ? in_a->key() : in_b->key()),
                          name_of(a_has_it ? a : b));
      break;
    }
    if (in_a->value() == in_b->value()) continue;
    found = fmt::format("{} differs at byte {}",
                        place(in_a->key()),
                        first_differing_byte(in_a->value(), in_b->value()));
    break;
  }
  if (!in_b->status().ok()) return store_error_of(in_b->status());
  if (in_a->status().IsCorruption()) {
    return std::optional(
        fmt::format("generation {} cannot be read to its end: its table is damaged", name_of(a)));
  }
  if (!in_a->status().ok()) return store_error_of(in_a->status());
  if (!found && in_a->Valid()) {
    found = fmt::format("{} is only in generation {}", place(in_a->key()), name_of(a));
  }
  if (!found && in_b->Valid()) {
    found = fmt::format("{} is only in generation {}", place(in_b->key()), name_of(b));
  }
  return found;
}

}  // namespace countersign
