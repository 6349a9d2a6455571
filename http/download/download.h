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
#include "http/limits/download_permits.h"

namespace countersign::http {

struct DownloadService;

// An admitted download: it has a permit, its event is durable, and its session's key is available.
// The owner of this object may send bytes.
class Download {
 public:
  Download(DownloadService& service,
           CallPtr call,
           Session session,
           std::optional<SessionKey> key,
           DownloadPermits::Permit permit);

  DownloadService& service() const { return service_; }
  const CallPtr& call() const { return call_; }
  const Session& session() const { return session_; }
  // The sequence and the time of the event that records the download.
  Sequence sequence() const { return sequence_; }
  UtcTime at() const { return at_; }

  // Thread-safe.
  Result<FileReader, VaultError> open(const StoredFile& file) const;

  // Answers that a file is missing or corrupt. To be called before the first byte is sent.
  void refuse_broken(VaultError error);

  // Releases the permit and then ends the pipe. In this order a client that has read the end of one
  // download can begin the next at once.
  void end(BodyPipe& pipe, bool complete);

  // Takes a permit, appends DocumentsDownloaded for `file`, or for all files if it is nullopt, and
  // runs `send` on the transfers pool once the event is durable. Answers the call itself if any
  // step is refused. Callable from any thread; does not block.
  using Send = std::function<void(std::shared_ptr<Download> download)>;
  static void begin(DownloadService& service,
                    const CallPtr& call,
                    const OwnedSession& owned,
                    std::optional<FileId> file,
                    Send send);

 private:
  DownloadService& service_;
  const CallPtr call_;
  const Session session_;
  const std::optional<SessionKey> key_;  // nullopt if there are no files
  std::optional<DownloadPermits::Permit> permit_;
  Sequence sequence_;
  UtcTime at_;
};

}  // namespace countersign::http
