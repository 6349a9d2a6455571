#pragma once
#include <type_traits>
#include <variant>

#include "core/check.h"
#include "core/client/client.h"
#include "core/keys/key_history.h"
#include "core/log/log_history.h"
#include "core/reviewer/reviewer.h"
#include "core/session/session.h"
#include "core/stream/recorded_event.h"
#include "core/thresholds/threshold_history.h"
#include "core/webhook/webhooks.h"

namespace countersign {

// The state that an event changes: the fold of its stream.
template <class E>
using StateOf = std::conditional_t<
    EventOf<E, SessionEvent>,
    Session,
    std::conditional_t<
        EventOf<E, ClientEvent>,
        Client,
        std::conditional_t<
            EventOf<E, KeyEvent>,
            KeyHistory,
            std::conditional_t<
                EventOf<E, ReviewerEvent>,
                Reviewer,
                std::conditional_t<
                    EventOf<E, WebhookEvent>,
                    Webhooks,
                    std::conditional_t<EventOf<E, LogEvent>, LogHistory, ThresholdHistory>>>>>>;

// Applies a recorded event to the state of its stream. `leaf` is the event's leaf hash. Pure.
//
// REQUIRES: the event is one of the state's stream.
template <class State>
void evolve(State& state, const RecordedEvent& recorded, const Sha256& leaf) {
  std::visit(
      [&]<class E>(const E& event) {
        if constexpr (std::is_same_v<StateOf<E>, State>) {
          evolve(state, event, place_of(recorded, leaf));
        } else {
          check(false, "an event changes the state of its own stream only");
        }
      },
      recorded.event);
}

}  // namespace countersign
