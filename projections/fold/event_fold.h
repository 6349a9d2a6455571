#pragma once
#include <variant>

#include "core/event/event.h"

namespace countersign {

namespace detail {

template <class Event>
struct Ignore {
  void operator()(const Event&) const {}
};

template <class... Events>
struct Ignores : Ignore<Events>... {
  using Ignore<Events>::operator()...;
};

template <class... Cases>
struct Cased : Cases... {
  using Cases::operator()...;
};

}  // namespace detail

// The case of fold_event() for events that a view ignores.
template <class... Events>
inline constexpr detail::Ignores<Events...> ignores{};

inline constexpr detail::
    Ignores<ClientRegistered, ClientChanged, SecretAdded, SecretRevoked, ClientDisabled>
        ignores_client_events{};

inline constexpr detail::Ignores<KeyDestroyed, MasterKeyRotated> ignores_key_events{};

inline constexpr detail::Ignores<ThresholdsRecorded> ignores_threshold_events{};

// Calls the case that takes the event. Ignored events are named as well, so that a new event does
// not compile before every view says what the event means to it.
template <class... Cases>
void fold_event(const Event& event, Cases... cases) {
  std::visit(detail::Cased<Cases...>{cases...}, event);
}

}  // namespace countersign
