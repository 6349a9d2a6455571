#include "projections/data_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "projections/anchor_keeper.h"
#include "projections/capture_decider.h"
#include "projections/marker_file.h"
#include "projections/rebuild.h"

namespace countersign {
namespace {

constexpr std::string_view kMasterKeyIdLabel = "master key id v1";

// What is left above the point where the vault refuses uploads is for the log, which must
// still be able to record finalizes and purges.
constexpr std::uint64_t kLogReserveShare = 4;

std::string_view describe(VaultError error) { return name_of(error); }

std::optional<std::string> make_folder(const std::filesystem::path& path) {
  std::error_code error;
  const bool made = std::filesystem::create_directories(path, error);
  if (made) {
    std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
  }
  if (!error) return std::nullopt;
  return fmt::format("cannot make the data folder {}: {}", path.string(), error.message());
}

// The id says nothing about the key; it only tells two keys apart.
std::optional<std::string> check_master_key(const MasterKey& key,
                                            const std::filesystem::path& folder,
                                            bool read_only) {
  const SecretBytes<32> derived = key.derive(kMasterKeyIdLabel);
  Digest id{};
  std::copy(derived.reveal().begin(), derived.reveal().end(), id.begin());
  const std::string text = to_hex(id) + '\n';

  const MarkerFile file(folder / "MASTER-KEY-ID");
  const auto known = file.read();
  if (!known) return known.error();
  if (!*known) return read_only ? std::nullopt : file.write(text);
  if (**known == text) return std::nullopt;
  return fmt::format("{} was written with another master key", folder.string());
}

}  // namespace

struct DataFolder::Parts {
  Parts(const std::filesystem::path& folder,
        const MasterKey& master_key,
        const Clock& the_clock,
        RandomSource& the_random,
        std::unique_ptr<EventLog> the_log,
        std::unique_ptr<Vault> the_vault)
      : path(folder),
        clock(the_clock),
        random(the_random),
        log(std::move(the_log)),
        vault(std::move(the_vault)),
        keys(master_key.derive(kKeyWrappingLabel), the_random),
        queries(*log),
        erasure(*log, *vault, folder / "PURGING") {}

  const std::filesystem::path path;
  const Clock& clock;
  RandomSource& random;
  const std::unique_ptr<EventLog> log;
  const std::unique_ptr<Vault> vault;
  const KeyWrap keys;
  const Queries queries;
  const CaptureDecider decider;
  Erasure erasure;
  std::mutex rebuild_mutex;
  // Not in a folder that is only looked at. Gone before what they use, the writer first.
  std::unique_ptr<AnchorKeeper> anchor;
  std::unique_ptr<CheckpointKeeper> checkpoints;
  std::unique_ptr<Writer> writer;
};

namespace {

std::optional<std::string> bring_up_to_date(EventLog& log, const DataFolderOptions& options) {
  if (options.read_only) {
    const auto current = views_are_current(log);
    if (!current) return std::string(describe(current.error()));
    if (*current) return std::nullopt;
    return "the views must be rebuilt first; open the folder for writing once";
  }
  const auto tell = [&](Sequence folded, Sequence head) {
    if (!options.progress) return;
    options.progress(
        fmt::format("rebuilding the views: {} of {} events", folded.value(), head.value()));
  };
  const auto error = bring_views_up_to_date(log, tell);
  if (!error) return std::nullopt;
  return fmt::format("cannot rebuild the views: {}", describe(*error));
}

std::optional<std::string> recover(Erasure& erasure,
                                   const Queries& queries,
                                   const DataFolderOptions& options) {
  const auto recovery = erasure.recover(queries);
  if (!recovery) {
    return fmt::format("cannot remove orphaned files: {}", describe(recovery.error()));
  }
  if (!options.progress) return std::nullopt;
  if (recovery->orphans_removed > 0) {
    options.progress(
        fmt::format("removed {} files that no event names", recovery->orphans_removed));
  }
  if (recovery->orphans_left) {
    options.progress("files that no event names could not be removed; the next start tries again");
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<DataFolder>, std::string> DataFolder::open(
    DataFolderOptions options,
    const Clock& clock,
    RandomSource& random,
    std::function<void(StoreError)> on_failure) {
  if (!options.read_only) {
    if (auto error = make_folder(options.path)) return *std::move(error);
  }
  auto vault = Vault::open_folder(options.path, clock, {options.reserve_bytes});
  if (!vault) {
    return fmt::format(
        "cannot open the files of {}: {}", options.path.string(), describe(vault.error()));
  }
  auto log = EventLog::open(options.path / "log",
                            {.create_if_missing = !options.read_only,
                             .read_only = options.read_only,
                             .reserve_bytes = (*vault)->reserve_bytes() / kLogReserveShare});
  if (!log) return log.error();
  if (auto error = check_master_key(options.master_key, options.path, options.read_only)) {
    return *std::move(error);
  }
  if (auto error = bring_up_to_date(**log, options)) return *std::move(error);

  auto parts = std::make_unique<Parts>(
      options.path, options.master_key, clock, random, *std::move(log), *std::move(vault));
  if (!options.read_only) {
    if (auto error = recover(parts->erasure, parts->queries, options)) return *std::move(error);
    if (options.signing_key) {
      auto keeper = CheckpointKeeper::open(
          *parts->log, checkpoints_of(options.path), *std::move(options.signing_key), clock);
      if (!keeper) return keeper.error();
      parts->checkpoints = std::move(keeper).value();
    }
    parts->anchor = std::make_unique<AnchorKeeper>(*parts->log);
    parts->writer = std::make_unique<Writer>(*parts->log, parts->decider, std::move(on_failure));
  }
  return std::unique_ptr<DataFolder>(new DataFolder(std::move(parts)));
}

DataFolder::DataFolder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
DataFolder::~DataFolder() = default;

std::filesystem::path checkpoints_of(const std::filesystem::path& data) {
  return data / "checkpoints";
}

const std::filesystem::path& DataFolder::path() const { return parts_->path; }
EventLog& DataFolder::log() const { return *parts_->log; }
const Queries& DataFolder::queries() const { return parts_->queries; }
Vault& DataFolder::vault() const { return *parts_->vault; }
const KeyWrap& DataFolder::keys() const { return parts_->keys; }
const Clock& DataFolder::clock() const { return parts_->clock; }
CheckpointKeeper* DataFolder::checkpoints() const { return parts_->checkpoints.get(); }
Erasure& DataFolder::erasure() const { return parts_->erasure; }

Writer& DataFolder::writer() const {
  check(parts_->writer != nullptr, "a folder opened for reading has no writer");
  return *parts_->writer;
}

std::unique_lock<std::mutex> DataFolder::rebuild_turn() const {
  return std::unique_lock(parts_->rebuild_mutex);
}

std::optional<StoreError> DataFolder::anchor_failure() const {
  if (!parts_->anchor) return std::nullopt;
  return parts_->anchor->failure();
}

std::string DataFolder::new_wrapped_key(const SessionId& session) const {
  return parts_->keys.wrap(session, SessionKey::random(parts_->random)).value();
}

Result<SessionKey, std::variant<KeyFault, StoreError>> DataFolder::session_key(
    const SessionId& session) const {
  using Failure = std::variant<KeyFault, StoreError>;
  const auto wrapped = parts_->log->wrapped_key(session);
  if (!wrapped) return Failure(wrapped.error());
  if (!*wrapped) return Failure(KeyFault::Gone);
  auto key = parts_->keys.unwrap(session, WrappedKey(**wrapped));
  if (!key) return Failure(KeyFault::Unreadable);
  return *std::move(key);
}

}  // namespace countersign
