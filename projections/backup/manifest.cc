#include "projections/backup/manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "events/record_json.h"
#include "events/vault/write_all.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = 1 << 20;
constexpr std::size_t kLineBytesMax = 1 << 20;
constexpr std::string_view kPurged = "purged ";
constexpr std::string_view kMissing = "missing ";
constexpr std::string_view kRecord = "backup ";
constexpr std::string_view kEnd = "end ";

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<Digest> parse_digest(std::string_view hex) {
  Digest digest{};
  if (hex.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const int high = digit_of(hex[2 * i]);
    const int low = digit_of(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    digest[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return digest;
}

std::optional<ManifestEntry> parse_entry(std::string_view line) {
  using Kind = ManifestEntry::Kind;
  if (line.starts_with(kPurged)) {
    return ManifestEntry{.kind = Kind::Purged, .name = std::string(line.substr(kPurged.size()))};
  }
  if (line.starts_with(kMissing)) {
    return ManifestEntry{.kind = Kind::Missing, .name = std::string(line.substr(kMissing.size()))};
  }
  constexpr std::size_t kHexDigits = 64;
  if (line.size() <= kHexDigits || line[kHexDigits] != ' ') return std::nullopt;
  ManifestEntry entry;
  const auto digest = parse_digest(line.substr(0, kHexDigits));
  const std::string_view rest = line.substr(kHexDigits + 1);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), entry.size);
  const auto size_digits = static_cast<std::size_t>(end - rest.data());
  if (!digest || error != std::errc() || size_digits >= rest.size() || rest[size_digits] != ' ') {
    return std::nullopt;
  }
  entry.sha256 = *digest;
  entry.name = rest.substr(size_digits + 1);
  return entry;
}

std::string failed_to(std::string_view what, const fs::path& path) {
  return fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno));
}

fs::path fresh_of(fs::path path) { return path += ".new"; }

}  // namespace

Result<ManifestWriter, std::string> ManifestWriter::create(const fs::path& path) {
  OwnedFd file(
      ::open(fresh_of(path).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file) return failed_to("write", path);
  return ManifestWriter(path, std::move(file));
}

bool ManifestWriter::put(std::string_view line) {
  hash_.update(line);
  buffer_ += line;
  return buffer_.size() < kBufferBytes || flush();
}

bool ManifestWriter::flush() {
  failed_ = failed_ || !write_all(file_, buffer_);
  buffer_.clear();
  return !failed_;
}

bool ManifestWriter::add(const ManifestEntry& entry) {
  switch (entry.kind) {
    case ManifestEntry::Kind::File:
      return put(fmt::format("{} {} {}\n", to_hex(entry.sha256), entry.size, entry.name));
    case ManifestEntry::Kind::Purged:
      return put(fmt::format("{}{}\n", kPurged, entry.name));
    case ManifestEntry::Kind::Missing:
      return put(fmt::format("{}{}\n", kMissing, entry.name));
  }
  return false;
}

std::optional<std::string> ManifestWriter::finish(const BackupRecord& record) {
  put(fmt::format("{}{}\n", kRecord, to_json(record)));
  buffer_ += fmt::format("{}{}\n", kEnd, to_hex(hash_.finish()));
  if (!flush() || ::fsync(file_.get()) != 0) return failed_to("write", path_);
  if (::rename(fresh_of(path_).c_str(), path_.c_str()) != 0) return failed_to("write", path_);
  const OwnedFd folder(::open(path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::fsync(folder.get()) != 0) return failed_to("sync the folder of", path_);
  return std::nullopt;
}

Result<ManifestReader, std::string> ManifestReader::open(const fs::path& path) {
  const auto damaged = [&] { return fmt::format("{} is damaged", path.string()); };
  auto lines = LineFile::open(path, kLineBytesMax);
  if (!lines) return fmt::format("{}: {}", path.string(), lines.error().why);
  Sha256Stream hash;
  std::optional<BackupRecord> record;
  for (std::string_view line; lines->next(line) == LineFile::Got::Line;) {
    if (record) {
      if (line != std::string(kEnd) + to_hex(hash.finish()) ||
          lines->next(line) != LineFile::Got::End) {
        return damaged();
      }
      auto again = LineFile::open(path, kLineBytesMax);
      if (!again) return fmt::format("{}: {}", path.string(), again.error().why);
      return ManifestReader(*std::move(again), *std::move(record));
    }
    hash.update(line);
    hash.update("\n");
    if (line.starts_with(kRecord)) {
      auto parsed = from_json<BackupRecord>(line.substr(kRecord.size()));
      if (!parsed) return damaged();
      record = *std::move(parsed);
    } else if (!parse_entry(line)) {
      return damaged();
    }
  }
  return damaged();
}

std::optional<ManifestEntry> ManifestReader::next() {
  std::string_view line;
  if (failed_ || lines_.next(line) != LineFile::Got::Line) {
    failed_ = true;
    return std::nullopt;
  }
  if (line.starts_with(kRecord)) return std::nullopt;
  auto entry = parse_entry(line);
  failed_ = !entry;
  return entry;
}

}  // namespace countersign
