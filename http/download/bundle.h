#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/fair_pool.h"
#include "core/session/session.h"
#include "core/utc_time.h"
#include "events/vault/files/file_reader.h"
#include "http/download/read_ahead.h"
#include "http/download/verified_file.h"
#include "http/edge/body_pipe.h"

namespace countersign::http {

// Returns the text of MANIFEST.txt: comment lines that identify this download, then a line
// `<sha256>  <name>` for each file, as `sha256sum -c` reads it.
std::string bundle_manifest(const Session& session, UtcTime at, Sequence download);

// The zip archive (PKWARE APPNOTE 6.3) of a session's files, sent while it is made. Images are not
// compressed again: they are sent in stored blocks (stored_blocks.h). The manifest, which comes
// last, is deflated.
//
// Each file is completely read, decrypted and checked against its tags and its SHA-256 before its
// first byte is sent. Meanwhile jobs on a pool read the next two files (read_ahead.h), because
// hashing is most of the work. Memory: about the three largest files, plus the pipe.
//
// Call prepare() and write() on one thread, which they may block; not on a thread of the edge. It
// may be a thread of the same pool.
class Bundle {
 public:
  // Thread-safe.
  using Open = std::function<Result<FileReader, VaultError>(const StoredFile&)>;

  static constexpr std::size_t kPipeBytes = 1 << 20;

  // Files are read ahead on `pool`, in the line of the session's client. `now` is the clock for the
  // reader's pace. REQUIRES: `pool` outlives its jobs.
  Bundle(const Session& session,
         std::string manifest,
         UtcTime at,
         Open open,
         FairPool& pool,
         SteadyNow now = steady_now);
  ~Bundle();
  Bundle(const Bundle&) = delete;
  Bundle& operator=(const Bundle&) = delete;

  // Reads and checks the first file, so that an error in it can still be answered with a problem.
  // Returns nullopt if the file is sound or the session has no files.
  std::optional<VaultError> prepare();

  enum class End {
    Sent,
    ReaderGone,  // or reader too slow, see download_pace.h
    Broken,      // a later file is missing or its content is corrupt
  };
  // Writes the archive. The caller ends the pipe, with fail() if the result is not Sent.
  // REQUIRES: prepare() returned nullopt; called once.
  End write(BodyPipe& pipe);

 private:
  using Fetched = ReadAhead::Fetched;
  // Connects libzip with the files and the pipe; see bundle.cc.
  class Archive;
  friend class Archive;

  // Called by several threads at the same time, for different files.
  Fetched read(std::size_t index) const;
  // Returns the files in their order.
  Fetched next_file();

  struct Item {
    StoredFile file;
    std::string name;
    UtcTime stored_at;
  };
  std::vector<Item> items_;
  const std::string manifest_;
  const UtcTime at_;
  const Open open_;
  const SteadyNow now_;
  std::optional<VerifiedFile> first_;
  std::shared_ptr<ReadAhead> ahead_;
};

}  // namespace countersign::http
