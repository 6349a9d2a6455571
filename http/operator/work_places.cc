#include "http/operator/work_places.h"

#include <utility>

#include "core/check.h"

namespace countersign::http {
namespace {

static_assert(static_cast<std::size_t>(LongWork::ReviewReport) == kLongWorks);

std::size_t index_of(LongWork kind) { return static_cast<std::size_t>(kind); }

}  // namespace

void WorkPlaces::Place::end() {
  if (WorkPlaces* const places = std::exchange(places_, nullptr)) places->give_back(kind_);
}

Result<WorkPlaces::PlacePtr, WorkInPlace> WorkPlaces::take(LongWork kind, WorkInPlace work) {
  check(kind != LongWork::None, "a place is taken for work that is long");
  const MutexLock lock(mutex_);
  std::optional<WorkInPlace>& running = running_[index_of(kind)];
  if (running) return *running;
  auto place = std::make_shared<Place>(*this, kind);
  running = std::move(work);
  return place;
}

void WorkPlaces::give_back(LongWork kind) {
  const MutexLock lock(mutex_);
  running_[index_of(kind)].reset();
}

}  // namespace countersign::http
