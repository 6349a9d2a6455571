#include "events/vault/files/vault.h"

#include <utility>

#include "core/event/vault_file.h"

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
  return std::unique_ptr<Vault>(new Vault(std::move(*folder), data, clock, settings));
}

Vault::Vault(std::unique_ptr<FileFolder> folder,
             const std::filesystem::path& data,
             const Clock& clock,
             VaultSettings settings)
    : folder_(std::move(folder)), free_space_(data, clock, settings.reserve_bytes) {}

Result<std::unique_ptr<FileWriter>, VaultError> Vault::create(const SessionId& session,
                                                              const SessionKey& key,
                                                              const FileId& file,
                                                              const std::string& day) {
  if (!has_room()) return VaultError::Full;
  // Allocate the memory first: if that throws, no file was created.
  auto writer =
      std::make_unique<FileWriter>(*folder_, FilePlace(file, day), session, file_key(key, file));
  if (const auto made = writer->make_file(); !made) return made.error();
  return writer;
}

namespace {

Result<FileReader, VaultError> open_range(const FileFolder& folder,
                                          const SessionId& session,
                                          const SessionKey& key,
                                          const VaultFile& file,
                                          const FileRange& range) {
  Result<OwnedFd, VaultError> opened = folder.open_for_reading(FilePlace(file.id, file.day));
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
      *folder_, session, key, {.id = file, .day = day, .size_bytes = size_bytes}, {0, size_bytes});
}

Result<FileReader, VaultError> Vault::open(const SessionId& session,
                                           const SessionKey& key,
                                           const StoredFile& file) const {
  const std::uint64_t offset = file.container ? file.container->offset : 0;
  return open_range(*folder_, session, key, vault_file_of(file), {offset, file.size_bytes});
}

Result<Done, VaultError> Vault::mark_named(const FileId& file, const std::string& day) {
  return folder_->mark_named(FilePlace(file, day));
}

Result<Done, VaultError> Vault::remove(const FileId& file, const std::string& day) {
  return folder_->remove(FilePlace(file, day));
}

Result<Done, VaultError> Vault::sync_day(const std::string& day) { return folder_->sync_day(day); }

Result<Done, VaultError> Vault::remove_unnamed(const FileId& file, const std::string& day) {
  return folder_->remove_unnamed(FilePlace(file, day));
}

Result<Done, VaultError> Vault::list(
    const std::function<void(const std::string& day, const FileId& file)>& visit) const {
  return folder_->list([&](const FilePlace& place) { visit(place.day, place.file); });
}

}  // namespace countersign
