#pragma once
#include <cstdint>

#include "core/enum_names.h"

namespace countersign {

// The types of webhooks. Receivers rely on the names, and have to expect that more are added.
enum class WebhookType : std::uint8_t {
  Created,
  Step,
  Completed,
  Reviewed,
  Expired,
  Canceled,
  Purged,
  Resubmitted,
  Overdue,
};
template <>
inline constexpr auto enum_names<WebhookType> = std::to_array<Named<WebhookType>>({
    {WebhookType::Created, "session.created"},
    {WebhookType::Step, "session.step"},
    {WebhookType::Completed, "session.completed"},
    {WebhookType::Reviewed, "session.reviewed"},
    {WebhookType::Expired, "session.expired"},
    {WebhookType::Canceled, "session.canceled"},
    {WebhookType::Purged, "session.purged"},
    {WebhookType::Resubmitted, "session.resubmitted"},
    {WebhookType::Overdue, "review.overdue"},
});

}  // namespace countersign
