#include "events/vault/files/vault.h"

#include <algorithm>
#include <utility>

#include "core/event/vault_file.h"
#include "events/vault/folder.h"

namespace countersign {

Result<std::unique_ptr<Vault>, VaultError> Vault::open_folder(const std::filesystem::path& data,
                                                              const Clock& clock,
                                                              VaultSettings settings) {
  Result<std::unique_ptr<FileFolder>, VaultError> folder =
      FileFolder::open(data / "files", settings.read_only);
  if (!folder) return folder.error();
  if (!settings.read_only && settings.makes_new_folder) {
    if (const auto made = (*folder)->make_new_folder(); !made) return made.error();
  }
  return open(std::move(*folder), data, clock, settings);
}

std::unique_ptr<Vault> Vault::open(std::unique_ptr<FileStore> store,
                                   const std::filesystem::path& data,
                                   const Clock& clock,
                                   VaultSettings settings) {
  return std::unique_ptr<Vault>(new Vault(std::move(store), data, clock, settings));
}

Vault::Vault(std::unique_ptr<FileStore> store,
             const std::filesystem::path& data,
             const Clock& clock,
             VaultSettings settings)
    : store_(std::move(store)), free_space_(data, clock, settings.reserve_bytes) {}

Result<std::unique_ptr<FileWriter>, VaultError> Vault::create(const SessionId& session,
                                                              const SessionKey& key,
                                                              const FileId& file,
                                                              const std::string& day) {
  if (!has_room()) return VaultError::Full;
  // Allocate the memory first: if that throws, no file was created.
  auto writer =
      std::make_unique<FileWriter>(*store_, FilePlace(file, day), session, file_key(key, file));
  if (const auto made = writer->make_file(); !made) return made.error();
  return writer;
}

namespace {

// The bytes of the sealed file that hold the range, in whole frames.
FileStore::Stretch stretch_of(const VaultFile& file, const FileRange& range) {
  const std::uint64_t whole = file.size_bytes > kMaxFileBytes ? 0 : disk_bytes(file.size_bytes);
  const bool lies_in =
      range.offset <= file.size_bytes && range.size_bytes <= file.size_bytes - range.offset;
  if (!lies_in || range.size_bytes == 0) return {0, whole};
  const std::uint64_t first = frame_of(range.offset) * kFrameBytes;
  const std::uint64_t behind = (frame_of(range.offset + range.size_bytes - 1) + 1) * kFrameBytes;
  return {first, std::min(behind, whole) - first};
}

Result<FileReader, VaultError> open_range(const FileStore& store,
                                          const SessionId& session,
                                          const SessionKey& key,
                                          const VaultFile& file,
                                          const FileRange& range) {
  Result<OwnedFd, VaultError> opened =
      store.open_for_reading(FilePlace(file.id, file.day), stretch_of(file, range));
  if (!opened) return opened.error();
  return FileReader::open(std::move(*opened),
                          FrameCipher(session, file.id, file_key(key, file.id)),
                          file.size_bytes,
                          range);
}

}  // namespace

Result<FileReader, VaultError> Vault::open(const SessionId& session,
                                           const SessionKey& key,
                                           const FileId& file,
                                           const std::string& day,
                                           std::uint64_t size_bytes) const {
  return open_range(
      *store_, session, key, {.id = file, .day = day, .size_bytes = size_bytes}, {0, size_bytes});
}

Result<FileReader, VaultError> Vault::open(const SessionId& session,
                                           const SessionKey& key,
                                           const StoredFile& file) const {
  const std::uint64_t offset = file.container ? file.container->offset : 0;
  return open_range(*store_, session, key, vault_file_of(file), {offset, file.size_bytes});
}

Result<Done, VaultError> Vault::mark_named(const FileId& file, const std::string& day) {
  return store_->mark_named(FilePlace(file, day));
}

Result<Done, VaultError> Vault::remove(const FileId& file, const std::string& day) {
  return store_->remove(FilePlace(file, day));
}

Result<Done, VaultError> Vault::sync_day(const std::string& day) { return store_->sync_day(day); }

Result<Done, VaultError> Vault::remove_unnamed(const FileId& file, const std::string& day) {
  return store_->remove_unnamed(FilePlace(file, day));
}

Result<Done, VaultError> Vault::list(
    const std::function<void(const std::string& day, const FileId& file)>& visit) const {
  return store_->list([&](const FilePlace& place) { visit(place.day, place.file); });
}

}  // namespace countersign
