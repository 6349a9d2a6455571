#include "projections/folder/open_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>
#include <variant>

#include "core/machine/files/atomic_file.h"
#include "core/machine/files/held_folder.h"
#include "core/text/bytes.h"
#include "core/text/counted.h"
#include "events/crypto/sha256.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/signed_note.h"
#include "projections/erasure/folder_doubt.h"

namespace countersign {
namespace {

using LookFailure = std::variant<StoreError, std::string>;

Result<LeftUploads, LookFailure> look_once(const DataFolderOptions& options,
                                           Vault& vault,
                                           const Queries& queries,
                                           const KeyRing& keys,
                                           const std::vector<SessionId>& purged) {
  auto doubt = doubt_about(options.path, vault, queries, keys, purged);
  if (!doubt) return LookFailure(doubt.error());
  if (*doubt) return LookFailure(**std::move(doubt));
  auto left = settle_left_uploads(vault, queries);
  if (!left) return LookFailure(left.error());
  return *std::move(left);
}

bool is_damage(const LookFailure& failure) {
  const auto* error = std::get_if<StoreError>(&failure);
  return error != nullptr && *error == StoreError::Corrupt;
}

std::string why_of(const LookFailure& failure) {
  if (const auto* why = std::get_if<std::string>(&failure)) return *why;
  return fmt::format("the stored files cannot be listed: {}",
                     describe(std::get<StoreError>(failure)));
}

// A store that has none of the files that the log names is refused later, by doubt_about().
Result<std::unique_ptr<Vault>, std::string> open_other_store(const DataFolderOptions& options,
                                                             const Clock& clock) {
  const std::filesystem::path files = options.path / "files";
  if (!options.read_only) {
    const auto made = HeldFolder::make(files);
    if (!made) return made.error().why;
  }
  auto store = options.file_store(files, options.read_only);
  if (!store) return store.error();
  return Vault::open(
      *std::move(store), options.path, clock, {options.reserve_bytes, options.read_only, false});
}

}  // namespace

Sequence covered_by_checkpoint(const std::filesystem::path& data) {
  constexpr Sequence kEverything(std::numeric_limits<std::uint64_t>::max());
  const auto text = AtomicFile(checkpoints_of(data) / "latest").read();
  if (!text) return kEverything;
  if (!*text) return Sequence(0);
  const auto note = tlog::parse_note(**text);
  const auto checkpoint = note ? tlog::parse_checkpoint(note->text) : std::nullopt;
  return checkpoint ? Sequence(checkpoint->size) : kEverything;
}

Result<std::unique_ptr<Vault>, std::string> open_vault(const DataFolderOptions& options,
                                                       const std::vector<SessionId>& purged,
                                                       const Queries& queries,
                                                       const Clock& clock) {
  if (options.file_store) return open_other_store(options, clock);
  if (!options.read_only) {
    auto refusal = refusal_without_files(options.path / "files", queries, purged);
    if (!refusal) return fmt::format("the views cannot be read: {}", describe(refusal.error()));
    if (*refusal) return **std::move(refusal);
  }
  auto vault =
      Vault::open_folder(options.path, clock, {options.reserve_bytes, options.read_only, false});
  if (vault) return *std::move(vault);
  return fmt::format(
      "the folder {} cannot be opened: {}",
      (options.path / "files").string(),
      vault.error() == VaultError::Io ? std::strerror(errno) : std::string(name_of(vault.error())));
}

Result<LeftUploads, std::string> look_at_files(
    const DataFolderOptions& options,
    Vault& vault,
    const Queries& queries,
    const KeyRing& keys,
    const std::vector<SessionId>& purged,
    const std::function<std::optional<std::string>()>& mend) {
  auto left = look_once(options, vault, queries, keys, purged);
  if (!left && is_damage(left.error())) {
    if (auto error = mend()) return *std::move(error);
    left = look_once(options, vault, queries, keys, purged);
  }
  if (!left) return why_of(left.error());
  if (left->unlisted && options.warn) {
    options.warn("files: the new files could not be listed: the next start tries again");
  }
  if (left->removed > 0 && options.progress) {
    options.progress(
        fmt::format("files: removed {} that no event names", counted(left->removed, "file")));
  }
  return *std::move(left);
}

std::optional<std::string> claim_store(const DataFolderOptions& options,
                                       Vault& vault,
                                       const EventStore& log) {
  if (!options.file_store || log.head().sequence == Sequence(0)) return std::nullopt;
  std::string ours;
  const auto read = log.read_bytes(Sequence(1), [&](Sequence, std::string_view bytes) {
    ours = to_hex(sha256(bytes));
    return false;
  });
  const std::string store = vault.store().name();
  if (!read || ours.empty()) {
    if (options.warn) {
      options.warn("files: the log's first event is unreadable: nothing tells whether " + store +
                   " is the store of another log");
    }
    return std::nullopt;
  }
  const auto owner = vault.store().claim(ours);
  if (!owner) {
    return fmt::format(
        "whose files {} has cannot be read or written: {}", store, name_of(owner.error()));
  }
  if (*owner == ours) return std::nullopt;
  return fmt::format(
      "--file-store: {0} has the files of another log, as its LOG says; give each installation a "
      "folder, a bucket or a prefix of its own; if no other log uses {0}, remove LOG there",
      store);
}

}  // namespace countersign
