#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/inspection/mrz/mrz_values.h"
#include "core/random_source.h"
#include "core/terms.h"
#include "events/vault/session_key.h"

// What was read in a document's machine-readable zone, as the event of its acceptance keeps it for
// a client with that switch: readable only while the session's key is there.
//
//   {"side":"BACK","documentCode":...}, sealed with the request's id as its place
namespace countersign::http {

std::string sealed_values(const MrzValues& values,
                          Side side,
                          const SessionKey& key,
                          const SessionId& session,
                          const RequestId& request,
                          RandomSource& random);

// The JSON that was sealed; nothing if it was not with this key, for this session and request.
std::optional<std::string> open_values(std::string_view sealed,
                                       const SessionKey& key,
                                       const SessionId& session,
                                       const RequestId& request);

}  // namespace countersign::http
