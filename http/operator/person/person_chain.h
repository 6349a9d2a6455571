#pragma once
#include <cstddef>
#include <functional>
#include <optional>

#include "core/ids.h"
#include "core/result.h"
#include "core/session/session.h"
#include "events/store_error.h"
#include "http/call/problem.h"
#include "projections/queries/session_list.h"

// The sessions of somebody without a reference, in which the person was asked again one after the
// other. A session names the one before it, and its review the one after.
namespace countersign::http {

// A session that has more newer ones is refused: whoever names a newer session gets them.
inline constexpr std::size_t kNewerSessionsMax = 1000;

// Finds a session; nullopt if there is none.
using FindSession = std::function<Result<std::optional<Session>, StoreError>(const SessionId& id)>;

// A page of the chain of `asked`, the newest first. The first page reads the sessions that are
// newer than `asked`, and its own; each other page reads its own and two more. The `next` of a page
// is one of `asked` alone: with another session of the chain, and with the `next` of another list,
// the answer is InvalidParameter. REQUIRES: limit > 0.
Result<SessionPage, Problem> page_of_chain(const FindSession& find,
                                           const Session& asked,
                                           const std::optional<SessionPlace>& after,
                                           std::size_t limit);

}  // namespace countersign::http
