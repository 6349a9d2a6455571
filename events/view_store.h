#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "events/store_error.h"
#include "events/view.h"

namespace countersign {

// One of the two view generations.
enum class ViewGeneration : std::uint8_t { A, B };
constexpr ViewGeneration other(ViewGeneration generation) {
  return generation == ViewGeneration::A ? ViewGeneration::B : ViewGeneration::A;
}

// The content of a generation: views of these versions, folded up to this event.
struct GenerationState {
  std::string versions;  // e.g. "clients.1 sessions.1 ..."
  Sequence folded;
  bool operator==(const GenerationState&) const = default;
};

// The two generations of the views that are derived from the log. Readers and the writer use the
// active one; a rebuild fills the idle one, compares the two, and switches.
//
// Threading: call the functions that change a generation from one thread at a time, the writer's.
// Only write_generation() may run beside them, on the thread that builds a generation. Every read
// is thread-safe and sees whole batches.
//
// Failure: errors are values. After a write of the database has failed, every change returns
// Stopped (commit_point.h). Reads go on.
class ViewStore {
 public:
  virtual ~ViewStore() = default;

  // The views of the active generation. The reference stays valid when another one becomes active.
  virtual const Views& views() const = 0;
  virtual ViewGeneration active_generation() const = 0;
  virtual Result<GenerationState, StoreError> state_of(ViewGeneration generation) const = 0;
  // REQUIRES: the generation is not active (also for write_generation()), and nobody builds it.
  virtual std::optional<StoreError> clear_generation(ViewGeneration generation) = 0;
  virtual std::unique_ptr<ViewBatch> begin_in(ViewGeneration generation) = 0;
  // Writes a batch of begin_in() with the generation's new state, which never becomes durable
  // before the changes. A large batch costs less per change than a small one. One call at a time;
  // do not write a large batch on the writer's thread.
  virtual std::optional<StoreError> write_generation(ViewBatch& views,
                                                     ViewGeneration generation,
                                                     const GenerationState& state) = 0;
  // Makes the generation the active one, durably. REQUIRES: the generation's state is at the head.
  virtual std::optional<StoreError> activate(ViewGeneration generation) = 0;
  // Returns a sentence that names the space and key of the first entry of `a` that differs, or says
  // that `a` is damaged; empty if the generations are equal. Corrupt: `b` is damaged. Stopped:
  // the comparison was given up, which it asks before each entry. Reads a consistent snapshot of
  // both generations, taken by the call.
  virtual Result<std::optional<std::string>, StoreError> first_difference(
      ViewGeneration a, ViewGeneration b, const GivenUp& given_up) const = 0;
};

}  // namespace countersign
