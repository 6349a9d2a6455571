#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "events/vault/file_store.h"
#include "http/objects/s3_answers.h"
#include "http/objects/s3_client.h"
#include "http/objects/s3_watch.h"

namespace countersign::http {

// The store of the vault's files in a bucket of S3. Behind the prefix there are
//
//   <yyyymmdd>/<2 hex>/<file id>          a file at its place, as in a folder
//   new/<node>/<yyyymmdd>.<file id>       empty: the mark of a file that is among the new ones
//   LOG                                   whose files these are
//
// A file is written to a nameless file of this machine, so that it can be judged and hashed before
// it is sent. commit() sends the mark, and then the object with its SHA-256 signed; a store answers
// 200 when an object is durable, and refuses one whose bytes are others. So the mark is there
// before the place, as file_store.h wants it, and goes after the event. A crash leaves at most a
// mark, or a mark and an object. The object is read into a nameless file too: what a reader gets
// has the length that the store stated, or is refused; that the bytes are those that were written,
// the tags of the frames show (events/vault/files/frame.h), as for a folder.
//
// An object whose writing was given up may still arrive: a proxy may hold the request. So its mark
// stays behind remove_unnamed(), and both are removed again after kLateMost, or at the next start.
//
// Nothing rests on conditions, dates or tags of S3. A name is never used for two bodies.
//
// Thread-safe. Each call blocks for at most S3Settings::patience, and moves a file within that
// time. A removal fails at once while the store fails removals, so that an erasure of many files
// comes to its keys.
class S3Store final : public FileStore {
 public:
  // Refuses, with a sentence, a store that cannot be reached, a bucket that keeps what is removed,
  // and one that fails a trial (s3_bucket.h). With `read_only` nothing is tried, nothing is
  // watched, and nothing may be written. `staging` is a folder of this machine for the nameless
  // files.
  static Result<std::unique_ptr<FileStore>, std::string> open(S3Settings settings,
                                                              std::filesystem::path staging,
                                                              std::string node,
                                                              bool read_only);
  ~S3Store() override { watch_.stop(); }

  static constexpr std::chrono::minutes kLateMost{10};

  Result<Done, VaultError> make_new_folder() override { return Done{}; }
  Result<Made, VaultError> create(const FilePlace& place) override;
  Result<OwnedFd, VaultError> open_made(const FilePlace& place, const Made& made) const override;
  void abandon(const FilePlace&) override {}
  Result<Done, VaultError> commit(const FilePlace& place, const Made& made) override;
  Result<Done, VaultError> mark_named(const FilePlace& place) override;
  Result<OwnedFd, VaultError> open_for_reading(const FilePlace& place,
                                               const Stretch& stretch) const override;
  using FileStore::open_for_reading;
  Result<bool, VaultError> has(const FilePlace& place) const override;
  Result<bool, VaultError> is_new(const FilePlace& place) const override;
  Result<std::vector<FilePlace>, VaultError> new_files() const override;
  Result<std::vector<FilePlace>, VaultError> left_by_others() const override;
  Result<Done, VaultError> forget_new(const FilePlace& place) override;
  Result<Done, VaultError> keep(const FilePlace& place) override;
  void discard(const FilePlace& place) override { (void)mark_named(place); }
  Result<Done, VaultError> remove(const FilePlace& place) override;
  Result<Done, VaultError> remove_unnamed(const FilePlace& place) override;
  // Each removal is durable when it is answered.
  Result<Done, VaultError> sync_day(const std::string&) override { return Done{}; }
  Result<std::vector<std::string>, VaultError> days() const override;
  Result<Done, VaultError> list_day(
      const std::string& day,
      const std::function<bool(const std::vector<PlaceEntry>&)>& visit) const override;
  Result<std::string, VaultError> claim(const std::string& log) override;
  std::string name() const override { return client_->address().name(); }
  std::optional<std::string> fault() const override;

 private:
  // A mark: whose it is, and of what.
  struct Mark {
    std::string node;
    FilePlace place;
  };
  S3Store(S3Settings settings, std::filesystem::path staging, std::string node);

  Result<OwnedFd, VaultError> nameless() const;
  std::string mark_of(const FilePlace& place) const;
  Result<Done, VaultError> put(const std::string& object, int file, std::uint64_t size_bytes);
  Result<Done, VaultError> erase(const std::string& object);
  // Removes again what may have arrived late.
  void settle_late() EXCLUDES_LOCK(mutex_);
  // Visits the pages of a list until `visit` returns false.
  Result<Done, VaultError> list_pages(const std::string& below,
                                      bool by_folder,
                                      const std::function<bool(const S3Page&)>& visit) const;
  Result<std::vector<Mark>, VaultError> marks() const;
  // The bytes are others than those that there can be.
  VaultError corrupt(const std::string& object, std::string_view why) const;
  const std::unique_ptr<S3Client> client_;
  const std::filesystem::path staging_;
  const std::string node_;
  Mutex mutex_;
  // Files whose writing was given up, by the names of their marks, and since when.
  std::map<std::string, std::pair<FilePlace, std::chrono::steady_clock::time_point>> late_
      GUARDED_BY(mutex_);
  S3Watch watch_;  // last: its thread uses the other members
};

}  // namespace countersign::http
