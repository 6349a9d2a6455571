#include <fmt/format.h>
#include <rocksdb/db.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/machine/files/durable_folder.h"
#include "events/event_log.h"
#include "events/record/anchor.h"
#include "events/record/log_record.h"
#include "events/rocks/database/durable_writes.h"
#include "events/rocks/database/opening_room.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/generation_run.h"
#include "events/rocks/reading/log_check.h"
#include "events/rocks/reading/log_image.h"
#include "events/rocks/reading/tile_reader.h"
#include "events/rocks/rocks_event_log.h"
#include "events/rocks/tail/torn_write.h"

// EventLog::open() and open_log_image().
namespace countersign {
namespace {

std::string refused(const std::filesystem::path& folder, const std::string& why) {
  return fmt::format("the log in {} is refused: {}; restore a backup", folder.string(), why);
}

// Makes the folder. Its name is durable before anything in it is acknowledged.
std::optional<std::string> make_folder(const std::filesystem::path& folder) {
  const std::error_code error = make_durable_folder(folder, 0700);
  if (!error) return std::nullopt;
  return fmt::format("the folder {} cannot be made: {}", folder.string(), error.message());
}

// Empty if there is a log to open, or a place for a new one. A folder whose CURRENT was taken away
// must not pass for an empty one.
std::optional<std::string> refusal_of(const std::filesystem::path& folder,
                                      bool may_create,
                                      const std::optional<Anchor>& anchor) {
  if (RocksDatabase::is_in(folder)) return std::nullopt;
  if (anchor || RocksDatabase::has_remains_in(folder)) {
    return refused(folder, "its file CURRENT is missing");
  }
  if (may_create) return std::nullopt;
  return fmt::format("there is no log in {}", folder.string());
}

std::optional<std::string> initialise(const RocksDatabase& database,
                                      const std::filesystem::path& folder) {
  rocksdb::WriteBatch batch;
  batch.Put(log_record::kFormatKey, log_record::kFormat);
  batch.Put(log_record::kHeadKey, log_record::head_value({}));
  batch.Put(log_record::kActiveKey, log_record::generation_value(ViewGeneration::A));
  batch.Put(log_record::generation_key(ViewGeneration::A), log_record::state_value({}));
  batch.Put(log_record::generation_key(ViewGeneration::B), log_record::state_value({}));
  const rocksdb::Status status = database.db().Write(durable(), &batch);
  if (!status.ok()) {
    return fmt::format("the log in {} cannot be made: {}", folder.string(), status.ToString());
  }
  return std::nullopt;
}

// Makes the log of an open database, if the log is complete.
Result<std::unique_ptr<EventLog>, std::string> open_checked(const std::filesystem::path& folder,
                                                            const EventLog::Options& options,
                                                            std::unique_ptr<RocksDatabase> database,
                                                            const std::optional<Anchor>& anchor) {
  const auto head = check_log(*database, folder, anchor);
  if (!head) return head.error();
  if (!options.read_only) GenerationRun::remove_remains(folder);
  auto tree = open_tree(*database, *head);
  if (!tree) return refused(folder, "its Merkle tree cannot be read: " + tree.error().why);
  // From here on a missing file is reported as damage, not taken for a new folder.
  if (!anchor && !options.read_only && !write_anchor(folder, {})) {
    return fmt::format("the file ANCHOR in {} cannot be written", folder.string());
  }
  const auto active = database->get(Family::Records, log_record::kActiveKey);
  const auto generation = active && *active ? log_record::parse_generation(**active) : std::nullopt;
  if (!generation) return refused(folder, "its record of the active view generation is unreadable");
  auto log = std::make_unique<RocksEventLog>(
      folder, options, std::move(database), *head, *std::move(tree), *generation, anchor);
  if (!options.read_only) log->merge_behind();
  return std::unique_ptr<EventLog>(std::move(log));
}

// Does what must precede RocksDB's opening of the files. A sentence if they must not be opened.
std::optional<std::string> refusal_before_open(const std::filesystem::path& folder,
                                               const EventLog::Options& options,
                                               const std::optional<Anchor>& anchor) {
  if (!options.read_only) {
    if (auto refusal = refusal_for_room(folder)) return refusal;
  }
  if (!RocksDatabase::is_in(folder)) return std::nullopt;
  if (const auto name = RocksDatabase::irregular_file_in(folder)) {
    return fmt::format("the log in {} is refused: {} is not a regular file; restore it or a backup",
                       folder.string(),
                       *name);
  }
  return settle_torn_write(folder,
                           {anchor, options.covered, options.create_if_missing},
                           options.read_only,
                           options.warn);
}

}  // namespace

Result<std::unique_ptr<EventLog>, std::string> EventLog::open(const std::filesystem::path& folder,
                                                              const Options& options) {
  const bool may_create = options.create_if_missing && !options.read_only;
  if (may_create) {
    if (auto error = make_folder(folder)) return *std::move(error);
  }
  // Read before the database is opened: a running server can only add events in between.
  const auto anchor = read_anchor(folder);
  if (!anchor) return anchor.error();
  if (auto refusal = refusal_of(folder, may_create, *anchor)) return *std::move(refusal);
  if (auto refusal = refusal_before_open(folder, options, *anchor)) return *std::move(refusal);
  auto database = RocksDatabase::open(folder, may_create, options.read_only);
  if (!database) return database.error();
  // The log is new, or its creation was cut short.
  if (may_create && !*anchor && (*database)->is_blank()) {
    if (auto error = initialise(**database, folder)) return *std::move(error);
  }
  return open_checked(folder, options, *std::move(database), *anchor);
}

Result<std::unique_ptr<EventLog>, std::string> open_log_image(const std::filesystem::path& folder,
                                                              rocksdb::Env& env,
                                                              const Anchor& anchor) {
  auto database = RocksDatabase::open_image(folder, env);
  if (!database) return database.error();
  return open_checked(
      folder, {.create_if_missing = false, .read_only = true}, *std::move(database), anchor);
}

}  // namespace countersign
