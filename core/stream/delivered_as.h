#pragma once
#include <optional>
#include <type_traits>
#include <variant>

#include "core/stream/event.h"
#include "core/webhook/webhook_type.h"

// The events that webhooks deliver, and the webhook type of each. No other event is delivered.
namespace countersign {

template <class E>
inline constexpr std::optional<WebhookType> delivered_as = std::nullopt;

// clang-format off
template <> inline constexpr std::optional delivered_as<SessionCreated> = WebhookType::Created;
template <> inline constexpr std::optional delivered_as<DocumentAccepted> = WebhookType::Step;
template <> inline constexpr std::optional delivered_as<DocumentRejected> = WebhookType::Step;
template <> inline constexpr std::optional delivered_as<LivenessAccepted> = WebhookType::Step;
template <> inline constexpr std::optional delivered_as<LivenessRejected> = WebhookType::Step;
template <> inline constexpr std::optional delivered_as<LivenessNotPossible> = WebhookType::Step;
template <> inline constexpr std::optional delivered_as<SessionFinalized> = WebhookType::Completed;
template <> inline constexpr std::optional delivered_as<ReviewDecided> = WebhookType::Reviewed;
template <> inline constexpr std::optional delivered_as<ReviewCorrected> = WebhookType::Reviewed;
template <> inline constexpr std::optional delivered_as<ReviewOverdue> = WebhookType::Overdue;
template <> inline constexpr std::optional delivered_as<SessionExpired> = WebhookType::Expired;
template <> inline constexpr std::optional delivered_as<SessionCanceled> = WebhookType::Canceled;
template <> inline constexpr std::optional delivered_as<FilesPurged> = WebhookType::Purged;
// clang-format on

// Returns the webhook type of an event; nullopt if the event is not delivered, as an opinion that
// settles nothing is not. A decision that asks again is told as Resubmitted and not as Reviewed.
inline std::optional<WebhookType> webhook_type_of(const Event& event) {
  return std::visit(
      []<class E>(const E& happened) -> std::optional<WebhookType> {
        if constexpr (std::is_same_v<E, ReviewDecided> || std::is_same_v<E, ReviewCorrected>) {
          if (!happened.settles) return std::nullopt;
          if (happened.decision == ReviewDecision::Resubmit) return WebhookType::Resubmitted;
        }
        return delivered_as<E>;
      },
      event);
}

}  // namespace countersign
