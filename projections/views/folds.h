#pragma once
#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <variant>

#include "projections/views/clients.h"
#include "projections/views/keys.h"
#include "projections/views/log_view.h"
#include "projections/views/people/passkeys.h"
#include "projections/views/people/reviewers.h"
#include "projections/views/retention.h"
#include "projections/views/review/claims.h"
#include "projections/views/review/desk.h"
#include "projections/views/review/review_days.h"
#include "projections/views/review/reviews.h"
#include "projections/views/session/capture_ends.h"
#include "projections/views/session/document_images.h"
#include "projections/views/session/downloads.h"
#include "projections/views/session/feed.h"
#include "projections/views/session/files.h"
#include "projections/views/session/fingerprints.h"
#include "projections/views/session/holds.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/session/looks.h"
#include "projections/views/session/refused_recordings.h"
#include "projections/views/session/session_index.h"
#include "projections/views/session/sessions.h"
#include "projections/views/session/tokens.h"
#include "projections/views/threshold_sets.h"
#include "projections/views/totals.h"
#include "projections/views/usage.h"
#include "projections/views/webhooks.h"

// The views that fold an event: one row for each type of event. The table does not compile if a
// type has no row, if a row names a view that has no fold for the type, or if a view has a fold for
// a type whose row does not name the view.
namespace countersign {

// A type of event and the views that fold it, in this order.
template <class E, class... Views>
struct Row {};

// clang-format off
using Folds = std::tuple<
  Row<SessionCreated,      Sessions, Idempotency, Feed, Tokens, Retention, TotalsView, Usage,
                           SessionIndex>,
  Row<ChallengeIssued,     Sessions, Idempotency, Feed, SessionIndex>,
  Row<NonceConsumed,       Sessions, Idempotency, Feed>,
  Row<DocumentAccepted,    Sessions, Idempotency, Feed, Tokens, TotalsView, Files, DocumentImages,
                           Retention>,
  Row<DocumentRejected,    Sessions, Idempotency, Feed, Tokens, Retention>,
  Row<LivenessAccepted,    Sessions, Idempotency, Feed, Tokens, TotalsView, Files, Fingerprints,
                           Retention>,
  Row<LivenessRejected,    Sessions, Idempotency, Feed, Tokens, RefusedRecordings, Retention>,
  Row<SessionFinalized,    Sessions, Idempotency, Feed, Tokens, Retention, TotalsView, Reviews,
                           SessionIndex, Desk, CaptureEndsView>,
  Row<SessionExpired,      Sessions, Idempotency, Feed, Tokens, Retention, TotalsView,
                           SessionIndex, CaptureEndsView>,
  Row<SessionCanceled,     Sessions, Idempotency, Feed, Tokens, Retention, TotalsView,
                           SessionIndex, CaptureEndsView>,
  Row<DocumentsDownloaded, Sessions, Idempotency, Feed, TotalsView, Downloads>,
  Row<DocumentValuesRead,  Sessions, Idempotency, Feed>,
  Row<LivenessNotPossible, Sessions, Idempotency, Feed, Tokens, Retention, SessionIndex>,
  Row<ConsentGiven,        Sessions, Idempotency, Feed>,
  Row<HandoffOffered,      Sessions, Idempotency, Feed>,
  Row<HandoffRefused,      Sessions, Idempotency, Feed>,
  Row<DeviceJoined,        Sessions, Idempotency, Feed, Tokens, Retention>,
  Row<HandoffTakenBack,    Sessions, Idempotency, Feed>,
  Row<LinkRenewed,         Sessions, Idempotency, Feed, Retention>,
  Row<LinkTakenBack,       Sessions, Idempotency, Feed, Retention>,
  Row<FilesPurged,         Sessions, Idempotency, Feed, Tokens, Retention, TotalsView, Files,
                           RefusedRecordings, Reviews, Claims, ReviewDays, Desk>,
  Row<HoldSet,             Sessions, Idempotency, Feed, TotalsView, Holds>,
  Row<HoldReleased,        Sessions, Idempotency, Feed, TotalsView, Holds>,
  Row<ReviewClaimed,       Sessions, Idempotency, Feed, Reviews, Claims, Desk>,
  Row<ReviewReleased,      Sessions, Idempotency, Feed, Claims, Desk>,
  Row<ImageViewed,         Sessions, Idempotency, Feed, ReviewDays, LooksView>,
  Row<ReviewDecided,       Sessions, Idempotency, Feed, Retention, TotalsView, Reviews,
                           Claims, ReviewDays, Reviewers, SessionIndex, Desk>,
  Row<ReviewCorrected,     Sessions, Idempotency, Feed, ReviewDays, Reviewers, SessionIndex>,
  Row<ReviewOverdue,       Sessions, Idempotency, Feed, TotalsView, Desk>,
  Row<ReviewAssigned,      Sessions, Idempotency, Feed, Reviews, Claims, Desk>,
  Row<ReviewUnassigned,    Sessions, Idempotency, Feed, Desk>,
  Row<ReviewHandedOver,    Sessions, Idempotency, Feed, Reviews, Claims, Desk>,
  Row<ClientRegistered,    Clients, Idempotency, Feed, TotalsView, Desk>,
  Row<ClientChanged,       Clients, Idempotency, Feed, Desk>,
  Row<SecretAdded,         Clients, Idempotency, Feed>,
  Row<SecretRevoked,       Clients, Idempotency, Feed>,
  Row<ClientDisabled,      Clients, Idempotency, Feed, WebhooksView>,
  Row<ClientClosed,        Clients, Idempotency, Feed, WebhooksView>,
  Row<CapturePageChanged,  Clients, Idempotency, Feed>,
  Row<ClientLogoChanged,   Clients, Idempotency, Feed>,
  Row<ConsentTextChanged,  Clients, Idempotency, Feed>,
  Row<WebhookRegistered,    WebhooksView, Idempotency, Feed>,
  Row<WebhookChanged,       WebhooksView, Idempotency, Feed>,
  Row<WebhookSecretRotated, WebhooksView, Idempotency, Feed>,
  Row<WebhookDisabled,      WebhooksView, Idempotency, Feed>,
  Row<WebhookEnabled,       WebhooksView, Idempotency, Feed>,
  Row<WebhookReplayed,      WebhooksView, Idempotency, Feed>,
  Row<WebhookDeleted,       WebhooksView, Idempotency, Feed>,
  Row<WebhookProven,        WebhooksView, Idempotency, Feed>,
  Row<WebhookTested,        WebhooksView, Idempotency, Feed>,
  Row<KeyDestroyed,        Keys, Idempotency>,
  Row<MasterKeyRotated,    Keys, Idempotency>,
  Row<LeavesReserved,      Keys, Idempotency>,
  Row<KeyPunctured,        Keys, Idempotency>,
  Row<ThresholdsRecorded,  ThresholdSets, Idempotency>,
  Row<LogBegun,            LogView, Idempotency>,
  Row<ReviewerRegistered,  Reviewers, Idempotency>,
  Row<ReviewerChanged,     Reviewers, Idempotency>,
  Row<ReviewerLinkMade,    Reviewers, Idempotency>,
  Row<ReviewerKeyAdded,    Reviewers, Passkeys, Idempotency>,
  Row<ReviewerKeyRevoked,  Reviewers, Idempotency>,
  Row<ReviewerDisabled,    Reviewers, Idempotency>,
  Row<ReviewerLoggedIn,    Reviewers, Idempotency>>;
// clang-format on

// All views, in the order in which their versions are written down.
using AllViews = std::tuple<Clients,
                            Sessions,
                            Tokens,
                            Usage,
                            Idempotency,
                            Fingerprints,
                            RefusedRecordings,
                            DocumentImages,
                            Files,
                            Retention,
                            Downloads,
                            Feed,
                            TotalsView,
                            Keys,
                            ThresholdSets,
                            Reviews,
                            Claims,
                            ReviewDays,
                            Reviewers,
                            Passkeys,
                            WebhooksView,
                            LogView,
                            SessionIndex,
                            LooksView,
                            Desk,
                            Holds,
                            CaptureEndsView>;

namespace detail {

template <class T, class Tuple>
inline constexpr bool is_in = false;
template <class T, class... Ts>
inline constexpr bool is_in<T, std::tuple<Ts...>> = (std::is_same_v<T, Ts> || ...);

template <class View, class E>
concept HasFold = requires(const FoldedEvent<E>& folded, ViewBatch& views) {
  View::fold(folded, views);
};

// Instantiated for each type of event and view, so that an error of the compiler names both.
template <class E, class View, bool named>
constexpr bool agree() {
  static_assert(!named || HasFold<View, E>,
                "the table names a view that has no fold for the event");
  static_assert(named || !HasFold<View, E>, "a view has a fold that the table does not name");
  return true;
}

template <class... Views>
constexpr bool are_views(std::tuple<Views...>*) {
  return (is_in<Views, AllViews> && ...);
}

template <class E, class Named, class... Views>
constexpr bool row_is_right(std::tuple<Views...>*) {
  return (agree<E, Views, is_in<Views, Named>>() && ...);
}

// The row of E in the table.
template <class E, class Table>
struct RowOf;
template <class E, class First, class... Rest>
struct RowOf<E, std::tuple<First, Rest...>> : RowOf<E, std::tuple<Rest...>> {};
template <class E, class... Views, class... Rest>
struct RowOf<E, std::tuple<Row<E, Views...>, Rest...>> {
  using Named = std::tuple<Views...>;
  static_assert(are_views(static_cast<Named*>(nullptr)), "the table names views of AllViews");
  static_assert(row_is_right<E, Named>(static_cast<AllViews*>(nullptr)));
};
template <class E>
struct RowOf<E, std::tuple<>> {
  static_assert(sizeof(E) == 0, "every type of event has a row in the table");
};

}  // namespace detail

// The views that fold events of type E, as a tuple.
template <class E>
using ViewsFolding = typename detail::RowOf<E, Folds>::Named;

static_assert(std::tuple_size_v<Folds> == std::variant_size_v<Event::Variant>,
              "every type of event has one row in the table");

}  // namespace countersign
