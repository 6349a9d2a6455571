#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/inspection/mrz/mrz_values.h"
#include "core/random_source.h"
#include "core/terms.h"
#include "events/vault/session_key.h"

// The values read from a document's MRZ, as the event of its acceptance keeps them for a client
// with that setting. They are readable only while the session's key exists.
//
//   {"side":"BACK","documentCode":...}, sealed with the request's id in the context
namespace countersign::http {

std::string sealed_values(const MrzValues& values,
                          Side side,
                          const SessionKey& key,
                          const SessionId& session,
                          const RequestId& request,
                          RandomSource& random);

// Returns the JSON that was sealed; nullopt if it was not sealed with this key, for this session
// and request.
std::optional<std::string> open_values(std::string_view sealed,
                                       const SessionKey& key,
                                       const SessionId& session,
                                       const RequestId& request);

}  // namespace countersign::http
