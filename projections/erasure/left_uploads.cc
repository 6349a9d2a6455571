#include "projections/erasure/left_uploads.h"

namespace countersign {

Result<LeftUploads, StoreError> settle_left_uploads(Vault& vault, const Queries& queries) {
  LeftUploads left;
  FileStore& store = vault.store();
  (void)store.make_new_folder();  // if this fails, the first upload does it, or is refused
  const auto places = store.new_files();
  left.unlisted = !places.has_value();
  if (!places) return left;
  for (const FilePlace& place : *places) {
    const auto entry = queries.file(place.file);
    if (!entry) return entry.error();
    const bool is_named = *entry && (*entry)->day == place.day;
    const auto has_place = store.has(place);
    if (!has_place) {
      left.unlisted = true;
      continue;
    }
    if (is_named) {
      // An event names no file without a place. So the place was lost, and the file gets it again.
      if (*has_place || store.keep(place)) (void)store.mark_named(place);
    } else if (*has_place) {
      left.in_doubt.push_back(place);
    } else {
      store.discard(place);
      ++left.removed;
    }
  }
  return left;
}

}  // namespace countersign
