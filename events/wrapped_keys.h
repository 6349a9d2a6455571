#pragma once
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/result.h"
#include "events/store_error.h"

namespace countersign {

// A change to the wrapped keys of sessions.
struct KeyChange {
  SessionId session;
  std::optional<std::string> wrapped;  // none: delete the key
};

// Finds the wrapped key of a session: in the log (key_rows.h), or as the log will hold it once
// everything is appended that was decided before (writer/submission.h). Empty if the session has no
// key. In the log thread-safe; otherwise one thread at a time, the writer's that decides.
class WrappedKeys {
 public:
  virtual ~WrappedKeys() = default;
  virtual Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const = 0;
};

}  // namespace countersign
