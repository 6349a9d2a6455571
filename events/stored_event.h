#pragma once
#include <string>

#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "events/tlog/tree/merkle.h"

namespace countersign {

// An event and the exact bytes that are stored, hashed and exported for it.
struct StoredEvent {
  RecordedEvent recorded;
  std::string bytes;  // one line of JSON, without the newline
  Sha256 leaf;        // SHA-256(0x00 || bytes), RFC 6962 section 2.1
};

// The last event of the log. Empty log: sequence 0, a leaf of zeros, the root of the empty tree.
struct LogHead {
  Sequence sequence;
  Sha256 leaf;
  UtcTime at;
  // The root of the Merkle tree over all events, RFC 6962 section 2.1; `sequence` is its size.
  Digest root = tlog::empty_root();
};

}  // namespace countersign
