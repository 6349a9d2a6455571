#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "core/ids.h"
#include "events/vault/files/file_reader.h"
#include "events/vault/session_key.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/edge/body_pipe.h"
#include "http/limits/transfer_slots.h"

namespace countersign::http {

class Service;

// A download that was let through: it has a slot, its event is durable, and its session's
// key is at hand. Whoever holds it may send bytes.
class Download {
 public:
  Download(Service& service,
           CallPtr call,
           Session session,
           std::optional<SessionKey> key,
           TransferSlots::Slot slot);

  Service& service() const { return service_; }
  const CallPtr& call() const { return call_; }
  const Session& session() const { return session_; }
  // Of the event that records it.
  Sequence sequence() const { return sequence_; }
  UtcTime at() const { return at_; }

  // Thread-safe.
  Result<FileReader, VaultError> open(const StoredFile& file) const;

  // Tells of a file that is missing or is not what was stored, before the first byte.
  void refuse_broken(VaultError error);

  // Gives the slot back and ends the pipe, in this order: who has read the end of one
  // download may begin the next at once.
  void end(BodyPipe& pipe, bool complete);

  // Takes a slot, appends DocumentsDownloaded for `file` or for all, and, when that is
  // durable, runs `send` on the transfers pool. Answers the call itself when
  // any of this is refused. Any thread; does not block.
  using Send = std::function<void(std::shared_ptr<Download> download)>;
  static void begin(Service& service,
                    const CallPtr& call,
                    const OwnedSession& owned,
                    std::optional<FileId> file,
                    Send send);

 private:
  Service& service_;
  const CallPtr call_;
  const Session session_;
  const std::optional<SessionKey> key_;  // none when there are no files
  std::optional<TransferSlots::Slot> slot_;
  Sequence sequence_;
  UtcTime at_;
};

}  // namespace countersign::http
