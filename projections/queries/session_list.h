#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/event/session_labels.h"
#include "core/ids.h"
#include "core/session/session.h"
#include "core/terms.h"
#include "core/utc_time.h"
#include "projections/views/session/session_index.h"

// Lists of sessions, page by page. Queries::sessions() reads them.
namespace countersign {

// Selects sessions that are as all of these members say.
struct SessionsAsked {
  std::optional<ClientKey> client{};  // none: of all clients
  std::optional<bool> sandbox{};      // those of the sandbox alone, or of persons alone; none: both
  std::optional<std::string> user_ref{};
  std::optional<SessionStatus> status{};  // at the time `now`, an expiry that is not recorded yet
                                          // included
  std::optional<ResultStatus> result{};   // the same
  std::optional<Purpose> purpose{};
  std::vector<SessionLabel> labels{};   // each of them
  std::optional<std::string> reason{};  // of the machine's
  std::optional<UtcTime> created_from{};
  std::optional<UtcTime> created_before{};
  std::optional<UtcTime> completed_from{};
  std::optional<UtcTime> completed_before{};
  UtcTime now{};
};

// Whether the session, listed as it is at `asked.now`, is one of those. Pure.
bool is_asked(const SessionListing& session, const SessionsAsked& asked);

// The most entries of a list that one call reads.
inline constexpr std::size_t kSessionsReadMax = 1000;

// A page of a list, the newest session first.
template <class T>
struct PageOf {
  std::vector<T> sessions;
  std::optional<SessionPlace> next{};  // pass it as `after` to continue; none: the list is read
};
using ListingPage = PageOf<SessionListing>;
using SessionPage = PageOf<Session>;  // with all that is known of each

}  // namespace countersign
