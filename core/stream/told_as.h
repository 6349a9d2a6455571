#pragma once
#include <optional>
#include <type_traits>
#include <variant>

#include "core/stream/event.h"
#include "core/webhook/webhook_type.h"

// The events that webhooks deliver, and the webhook type of each. No other event is delivered.
namespace countersign {

template <class E>
inline constexpr std::optional<WebhookType> told_as = std::nullopt;

// clang-format off
template <> inline constexpr std::optional told_as<SessionCreated>      = WebhookType::Created;
template <> inline constexpr std::optional told_as<DocumentAccepted>    = WebhookType::Step;
template <> inline constexpr std::optional told_as<DocumentRejected>    = WebhookType::Step;
template <> inline constexpr std::optional told_as<LivenessAccepted>    = WebhookType::Step;
template <> inline constexpr std::optional told_as<LivenessRejected>    = WebhookType::Step;
template <> inline constexpr std::optional told_as<LivenessNotPossible> = WebhookType::Step;
template <> inline constexpr std::optional told_as<SessionFinalized>    = WebhookType::Completed;
template <> inline constexpr std::optional told_as<ReviewDecided>       = WebhookType::Reviewed;
template <> inline constexpr std::optional told_as<ReviewCorrected>     = WebhookType::Reviewed;
template <> inline constexpr std::optional told_as<SessionExpired>      = WebhookType::Expired;
template <> inline constexpr std::optional told_as<SessionCanceled>     = WebhookType::Canceled;
template <> inline constexpr std::optional told_as<FilesPurged>         = WebhookType::Purged;
// clang-format on

// As told_as, for one event. An opinion that settles nothing is not delivered.
inline std::optional<WebhookType> webhook_type_of(const Event& event) {
  return std::visit(
      []<class E>(const E& happened) -> std::optional<WebhookType> {
        if constexpr (std::is_same_v<E, ReviewDecided> || std::is_same_v<E, ReviewCorrected>) {
          if (!happened.settles) return std::nullopt;
        }
        return told_as<E>;
      },
      event);
}

}  // namespace countersign
