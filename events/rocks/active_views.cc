#include "events/rocks/active_views.h"

#include <rocksdb/db.h>

#include "core/check.h"
#include "events/rocks/generation_difference.h"

namespace countersign {

Result<std::optional<std::string>, StoreError> ActiveViews::get(ViewSpace space,
                                                                std::string_view key) const {
  std::string full_key(1, static_cast<char>(space));
  full_key.append(key);
  for (;;) {
    const std::uint64_t changes = active_.changes();
    auto value = database_.get(family_of(ActiveGeneration::generation_at(changes)), full_key);
    // If the generation stopped being active, it may have been cleared before it was read.
    if (active_.changes() == changes) return value;
  }
}

Result<std::size_t, StoreError> ActiveViews::scan(ViewSpace space,
                                                  std::string_view from,
                                                  const Sink& sink) const {
  check(space != kSpaceEnd, "a scanned view space is not kSpaceEnd");
  const char end = static_cast<char>(space + 1);
  const rocksdb::Slice upper_bound(&end, 1);
  rocksdb::ReadOptions options;
  options.iterate_upper_bound = &upper_bound;
  const std::unique_ptr<rocksdb::Iterator> entries = iterator(options);
  std::string first(1, static_cast<char>(space));
  first.append(from);
  std::size_t taken = 0;
  for (entries->Seek(first); entries->Valid(); entries->Next()) {
    ++taken;
    const rocksdb::Slice key = entries->key();
    if (!sink(key.ToStringView().substr(1), entries->value().ToStringView())) return taken;
  }
  if (!entries->status().ok()) return store_error_of(entries->status());
  return taken;
}

Result<std::optional<ViewEntry>, StoreError> ActiveViews::seek(ViewSpace space,
                                                               std::string_view from) const {
  std::optional<ViewEntry> entry;
  if (held_.is_of(space) && held_.seek(from, entry)) return entry;
  return Views::seek(space, from);
}

std::unique_ptr<rocksdb::Iterator> ActiveViews::iterator(
    const rocksdb::ReadOptions& options) const {
  for (;;) {
    const std::uint64_t changes = active_.changes();
    std::unique_ptr<rocksdb::Iterator> entries(database_.db().NewIterator(
        options, database_.family(family_of(ActiveGeneration::generation_at(changes)))));
    if (active_.changes() == changes) return entries;
  }
}

}  // namespace countersign
