#include "projections/views/keys.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

KeyHistory Keys::load(ViewBatch& views) {
  return countersign::load<KeyHistory>(views, space::kKeys, history_key()).value_or(KeyHistory{});
}

bool Keys::is_destroyed(ViewBatch& views, std::string_view slot) {
  return views.get(space::kKeys, destroyed_key(slot)).has_value();
}

Projection Keys::projection() {
  return {.name = "keys", .space = space::kKeys, .shape = shape_of<KeyHistory>()};
}

void Keys::fold(const FoldedEvent<KeyDestroyed>& folded, ViewBatch& views) {
  views.put(space::kKeys, history_key(), to_bytes(folded.state));
  views.put(
      space::kKeys, destroyed_key(folded.event.slot), to_bytes(folded.recorded.sequence.value()));
}

void Keys::fold(const FoldedEvent<MasterKeyRotated>& folded, ViewBatch& views) {
  views.put(space::kKeys, history_key(), to_bytes(folded.state));
}

}  // namespace countersign
