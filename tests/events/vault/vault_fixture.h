#pragma once
#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "events/crypto/os_random.h"
#include "events/vault/files/vault.h"
#include "tests/events/support/temp_folder.h"

namespace countersign {

class FakeClock : public Clock {
 public:
  UtcTime now() const override { return UtcTime(now_us_); }
  void move(Duration by) { now_us_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_us_{1'000'000'000'000};
};

template <class T>
std::optional<VaultError> error_of(const Result<T, VaultError>& result) {
  return result ? std::nullopt : std::optional(result.error());
}

template <class T, class Expected>
bool holds(const Result<T, VaultError>& result, const Expected& expected) {
  return result && *result == expected;
}

// Deterministic bytes for a seed, without a short period.
inline std::string bytes_like_an_image(std::size_t size, std::uint64_t seed = 1) {
  std::string bytes(size, '\0');
  std::uint64_t state = seed * 0x9e3779b97f4a7c15 + 1;
  for (char& byte : bytes) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    byte = static_cast<char>(state >> 32);
  }
  return bytes;
}

// A vault in a temporary folder, with one session and its key.
class VaultFixture {
 public:
  VaultFixture() { reopen(); }

  // Opens the vault again, as the next process does.
  void reopen(VaultSettings settings = {.reserve_bytes = 0}) {
    vault_.reset();
    auto opened = Vault::open_folder(folder_.path(), clock, settings);
    REQUIRE(opened);
    vault_ = std::move(*opened);
  }
  Vault& vault() { return *vault_; }
  const std::filesystem::path& data() const { return folder_.path(); }

  FileId new_file() {
    Uuid bytes;
    random.fill(bytes);
    return FileId(uuid_from_random(bytes));
  }
  SessionId new_session() { return SessionId(new_file().value()); }

  std::unique_ptr<FileWriter> create(const FileId& file) {
    auto writer = vault_->create(session, key, file, day);
    REQUIRE(writer);
    return std::move(*writer);
  }
  std::unique_ptr<FileWriter> create() { return create(new_file()); }

  // Writes, seals and commits a file.
  SealedFile store(std::string_view plain, const FileId& file) {
    const auto writer = create(file);
    REQUIRE(writer->append(plain));
    const auto stored = writer->seal();
    REQUIRE(stored);
    REQUIRE(writer->commit());
    return *stored;
  }
  SealedFile store(std::string_view plain) { return store(plain, new_file()); }

  Result<std::string, VaultError> read(const SealedFile& stored) {
    return read_as(session, key, stored);
  }
  Result<std::string, VaultError> read_as(const SessionId& as_session,
                                          const SessionKey& as_key,
                                          const SealedFile& stored) {
    auto reader = vault_->open(as_session, as_key, stored.file, stored.day, stored.size_bytes);
    if (!reader) return reader.error();
    return reader->read_all(stored.size_bytes);
  }

  std::filesystem::path path_of(const FileId& file) const {
    const std::string name = to_string(file);
    return data() / "files" / day / name.substr(0, 2) / name;
  }
  std::string on_disk(const FileId& file) const {
    std::ifstream in(path_of(file), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put_on_disk(const FileId& file, std::string_view content) const {
    // Written in place, because file systems sync a truncated and rewritten file to the disk at
    // once.
    std::fstream(path_of(file), std::ios::binary | std::ios::in | std::ios::out) << content;
    std::filesystem::resize_file(path_of(file), content.size());
  }
  // Files by their ids: a file that has its place and is still new is one file.
  std::size_t files_on_disk() const {
    constexpr std::size_t kIdLength = 36;
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data())) {
      const std::string name = entry.path().filename();
      if (!entry.is_regular_file()) continue;
      files.insert(name.size() > kIdLength ? name.substr(name.size() - kIdLength) : name);
    }
    return files.size();
  }
  // The folders of days.
  std::size_t folders_on_disk() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data() / "files")) {
      count += entry.is_directory() && entry.path() != new_folder() ? 1 : 0;
    }
    return count;
  }
  std::filesystem::path new_folder() const { return data() / "files" / "new"; }
  FilePlace place_of(const FileId& file) const { return FilePlace(file, day); }
  std::size_t new_files() const {
    const auto found = vault_->store().new_files();
    REQUIRE(found);
    return found->size();
  }

  FakeClock clock;
  OsRandom random;
  std::string day = "20261121";
  SessionId session = new_session();
  SessionKey key = SessionKey::random(random);

 private:
  TempFolder folder_;
  std::unique_ptr<Vault> vault_;
};

}  // namespace countersign
