#include "projections/views/keys.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

KeyHistory Keys::load(ViewBatch& views) {
  return countersign::load<KeyHistory>(views, space::kKeys, history_key()).value_or(KeyHistory{});
}

bool Keys::is_destroyed(ViewBatch& views, std::string_view slot) {
  return views.get(space::kKeys, destroyed_key(slot)).has_value();
}

std::uint32_t Keys::shape() const { return shape_of<KeyHistory>(); }

void Keys::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.keys == nullptr) return;
  views.put(space(), history_key(), to_bytes(*fact.keys));
  if (const auto* destroyed = std::get_if<KeyDestroyed>(&fact.recorded.event)) {
    views.put(space(), destroyed_key(destroyed->slot), to_bytes(fact.recorded.sequence.value()));
  }
}

}  // namespace countersign
