#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/session/session.h"
#include "core/utc_time.h"
#include "events/vault/files/file_reader.h"
#include "http/download/verified_file.h"
#include "http/edge/body_pipe.h"

namespace countersign::http {

// MANIFEST.txt: comment lines that say which download this is, then a line
// `<sha256>  <name>` for each file, as `sha256sum -c` reads it.
std::string bundle_manifest(const Session& session, UtcTime at, Sequence download);

// The zip archive (PKWARE APPNOTE 6.3) of a session's files, sent while it is
// made. Images stay as they are, in stored blocks (stored_blocks.h), since they are compressed
// already; the manifest, which comes last, is deflated.
//
// Each file is read, decrypted and checked against its tags and its SHA-256 as a whole
// before its first byte is sent. The next two are read meanwhile, each on a thread of its
// own, so that hashing, which is most of the work, uses more than one core. Memory: about the
// three largest files, and the pipe.
//
// prepare() and write() on one thread, which they may block; not one of the edge's.
class Bundle {
 public:
  // Thread-safe.
  using Open = std::function<Result<FileReader, VaultError>(const StoredFile&)>;

  static constexpr std::size_t kPipeBytes = 1 << 20;
  static constexpr std::size_t kFilesAhead = 2;  // of the one that is being sent

  // `now` is what the reader's pace is measured with.
  Bundle(const Session& session,
         std::string manifest,
         UtcTime at,
         Open open,
         SteadyNow now = steady_now);
  ~Bundle();
  Bundle(const Bundle&) = delete;
  Bundle& operator=(const Bundle&) = delete;

  // Reads and checks the first file, so that what is wrong with it can still be answered
  // with a problem. Nothing when it is sound, or there is none.
  std::optional<VaultError> prepare();

  enum class End {
    Sent,
    ReaderGone,  // or too slow, see download_pace.h
    Broken,      // a later file was missing or not what was stored
  };
  // Writes the archive. The caller ends the pipe, with fail() if it is not Sent.
  // REQUIRES: prepare() found nothing; once.
  End write(BodyPipe& pipe);

 private:
  using Fetched = Result<VerifiedFile, VaultError>;
  // libzip's view of the two sides; see bundle.cc.
  class Archive;
  friend class Archive;

  // Keeps kFilesAhead files being read, or waiting, while there are any.
  void fetch_ahead();
  std::future<Fetched> fetch(const StoredFile& file) const;
  // In their order.
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
  std::deque<std::future<Fetched>> ahead_;
  std::size_t fetched_ = 0;  // files whose reading has begun
};

}  // namespace countersign::http
