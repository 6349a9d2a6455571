#include "events/rocks/generation_run.h"

#include <rocksdb/db.h>
#include <rocksdb/metadata.h>
#include <rocksdb/sst_file_writer.h>

#include <chrono>
#include <thread>

#include "events/rocks/generation_difference.h"

namespace countersign {
namespace {

// In the log's folder, so that RocksDB can move the file rather than copy it.
constexpr std::string_view kFileName = "slot.run";

// Half of RocksDB's limit for slowing down writers: the log's writers must not wait for a rebuild.
// The wait ends after kClearingTries pauses in any case.
constexpr std::size_t kWaitingFilesMax = 10;
constexpr int kClearingTries = 1000;
constexpr std::chrono::milliseconds kCompactionPause{10};

}  // namespace

GenerationRun::GenerationRun(const RocksDatabase& database,
                             ViewGeneration generation,
                             const Overlay& changes)
    : database_(database), generation_(generation) {
  changes.for_each_change([&](std::string_view key, const std::optional<std::string>& value) {
    changes_.push_back({key, &value});
    bytes_ += key.size() + (value ? value->size() : 0);
  });
}

rocksdb::ColumnFamilyHandle* GenerationRun::family() const {
  return database_.family(family_of(generation_));
}

bool GenerationRun::remove_remains(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::remove(folder / kFileName, error);
  return !error;
}

std::optional<StoreError> GenerationRun::ingest() {
  wait_for_compaction();
  const std::filesystem::path folder = database_.db().GetName();
  const std::filesystem::path path = folder / kFileName;
  // A file left by an earlier run may be one of the database's tables under a second name, and must
  // not be written to.
  if (!remove_remains(folder)) return StoreError::Io;
  if (const auto error = write_file(path)) return error;
  rocksdb::IngestExternalFileOptions options;
  options.move_files = true;
  options.write_global_seqno = false;
  const rocksdb::Status status =
      database_.db().IngestExternalFile(family(), {path.string()}, options);
  if (!status.ok()) return store_error_of(status);
  return std::nullopt;
}

void GenerationRun::wait_for_compaction() const {
  for (int i = 0; i < kClearingTries; ++i) {
    rocksdb::ColumnFamilyMetaData metadata;
    database_.db().GetColumnFamilyMetaData(family(), &metadata);
    if (metadata.levels.front().files.size() <= kWaitingFilesMax) return;
    std::this_thread::sleep_for(kCompactionPause);
  }
}

std::optional<StoreError> GenerationRun::write_file(const std::filesystem::path& path) const {
  rocksdb::SstFileWriter file(rocksdb::EnvOptions(), database_.db().GetOptions(family()), family());
  rocksdb::Status status = file.Open(path.string());
  for (const Change& change : changes_) {
    if (!status.ok()) break;
    status = *change.value ? file.Put(change.key, **change.value) : file.Delete(change.key);
  }
  if (status.ok()) status = file.Finish();
  if (!status.ok()) return store_error_of(status);
  return std::nullopt;
}

}  // namespace countersign
