#include "http/caller/hold_place.h"

#include <memory>
#include <optional>
#include <utility>

#include "http/call/machine_problem.h"

namespace countersign::http {

bool hold_place(FairShares& places,
                const ClientKey& caller,
                const CallPtr& call,
                const std::string& detail) {
  auto taken = places.take(caller);
  if (!taken) {
    call->refuse(unavailable(detail));
    return false;
  }
  // Shared, because a std::function is copied.
  auto held = std::make_shared<std::optional<FairShares::Share>>(std::move(taken));
  call->before_answer([held] { held->reset(); });
  return true;
}

}  // namespace countersign::http
